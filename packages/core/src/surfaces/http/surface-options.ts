import type { Caller } from '../../callers/caller.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import type { Database } from '../../storage/database.ts';

/** What every HTTP surface is given: the table, the database, and how to find out who is calling. */
export interface SurfaceOptions {
  readonly table: OperationTable;
  readonly database: Database;
  /** Finds the caller of a request. @throws UnauthenticatedError for credentials that are not valid */
  readonly authenticate: (request: Request) => Promise<Caller> | Caller;
  /** Told of errors that are nobody's fault but ours; the answer says nothing of them. */
  readonly onError?: (error: unknown, requestId: string) => void;
  readonly now?: () => Date;
  /** There is a proxy in front that sets `X-Forwarded-For`. Default: false. */
  readonly trustProxy?: boolean;
  /** The path under which canonical addresses are made: `Location` and the like. Default: `/api/v1`. */
  readonly basePath?: string;
}
