import type { Caller } from '../../callers/caller.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import type { Database } from '../../storage/database.ts';

/** The options of every HTTP surface: the table, the database, and how to resolve the caller. */
export interface SurfaceOptions {
  readonly table: OperationTable;
  readonly database: Database;
  /** Resolves the caller of a request. @throws UnauthenticatedError for invalid credentials */
  readonly authenticate: (request: Request) => Promise<Caller> | Caller;
  /** Called with internal errors; the response does not reveal them. */
  readonly onError?: (error: unknown, requestId: string) => void;
  readonly now?: () => Date;
  /** There is a proxy in front that sets `X-Forwarded-For`. Default: false. */
  readonly trustProxy?: boolean;
  /** The path for canonical URLs, such as `Location`. Default: `/api/v1`. */
  readonly basePath?: string;
}
