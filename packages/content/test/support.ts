import {
  anonymous,
  type AnyCollectionClass,
  AuditEntries,
  type Caller,
  ColophonError,
  type Database,
  makeCall,
  type OperationTable,
  operationTable,
  prepareDatabase,
  type Role,
  runOperation,
} from '@colophon/core';
import { Jobs } from '@colophon/core/jobs';
import { TagAliases, Tags } from '@colophon/tags';
import { CONTENT_COLLECTIONS } from '../src/index.ts';

/** A database with everything that this package stores, and its operations. */
export interface Newsroom {
  readonly database: Database;
  readonly table: OperationTable;
  /** Runs an operation for a caller, as every surface does. */
  run(id: string, request?: Request): Promise<Result>;
}

interface Request {
  readonly as?: Caller;
  readonly key?: string;
  readonly input?: unknown;
  readonly at?: string;
  readonly idempotencyKey?: string;
  /** Where the call comes from. */
  readonly address?: string;
}

/** What an operation answered: the value, or the error's status and code. */
interface Result {
  readonly value: Record<string, unknown>;
  readonly items: Record<string, unknown>[];
  readonly count: number;
  readonly status: number;
  readonly code: string | undefined;
  readonly error: ColophonError | undefined;
}

function contentTable(types: readonly AnyCollectionClass[]): OperationTable {
  return operationTable([...CONTENT_COLLECTIONS, ...types, Tags, TagAliases, AuditEntries, Jobs]);
}

/** Makes the tables in an empty database. @param types collections of types that an application adds */
export async function newsroomIn(database: Database, types: readonly AnyCollectionClass[] = []): Promise<Newsroom> {
  const table = contentTable(types);
  await prepareDatabase(database, table);
  return {
    database,
    table,
    async run(id, { as = editor(), key, input, at, address, idempotencyKey } = {}) {
      const operation = table.operation(id);
      if (!operation) throw new Error(`There is no operation ${id}.`);
      const call = makeCall({ caller: as, address: address ?? null, ...(at === undefined ? {} : { now: () => new Date(at) }) });
      try {
        const answer = await runOperation(operation, { database, call, key, input, idempotencyKey });
        const value = (answer.value ?? {}) as Record<string, unknown>;
        const page = answer.kind === 'page' ? (value as { items: Record<string, unknown>[]; count: number }) : { items: [], count: 0 };
        return { value, items: page.items, count: page.count, status: 200, code: undefined, error: undefined };
      } catch (error) {
        if (!(error instanceof ColophonError)) throw error;
        return { value: {}, items: [], count: 0, status: error.status, code: error.code, error };
      }
    },
  };
}

function member(role: Role, tenantId: string | null, name: string): Caller {
  return { kind: 'user', id: `${name}-${tenantId ?? 'global'}`, name, tenantId, role };
}

export const viewer = (tenantId: string | null = null): Caller => member('viewer', tenantId, 'vera');
export const contributor = (tenantId: string | null = null, name = 'carl'): Caller => member('contributor', tenantId, name);
export const editor = (tenantId: string | null = null): Caller => member('editor', tenantId, 'edna');
export const admin = (tenantId: string | null = null): Caller => member('admin', tenantId, 'ada');
export const reader = (tenantId: string | null = null): Caller => anonymous(tenantId);

/** The same database, telling of every statement before it runs. */
export function watching(database: Database, tell: (sql: string) => void): Database {
  return new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        if (name === 'all' || name === 'first' || name === 'run') tell((given[0] as { sql: string }).sql);
        return member.apply(target, given);
      };
    },
  });
}
