import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import type { Row } from '../storage/statement.ts';

/** Runs one statement and returns its rows. */
type Query = (sql: string, parameters: readonly (string | number)[]) => Promise<readonly Row[]>;

/** What `createSqlSpendingStore` of `@colophon/ai` needs of a database. */
export interface SpendingPort {
  readonly dialect: 'sqlite' | 'postgres';
  readonly query: Query;
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
}

/**
 * Lets a spending limit keep its account in the database of the application, so that all processes share one limit. The tables are
 * `spendingTables`, which `operationTable(collections, { tables })` adds to the schema.
 *
 * A reservation must outlast whatever the caller is doing: inside a transaction, which could still be rolled back after the call was billed,
 * it is refused.
 *
 * @example
 * const store = createSqlSpendingStore(spendingPort(database), { createTables: false });
 * const spending = createSpendingLimit({ maxCost: 50, key: () => new Date().toISOString().slice(0, 7), store });
 */
export function spendingPort(database: Database): SpendingPort {
  const query: Query = (sql, parameters) => database.all({ sql, parameters });
  return {
    dialect: database.dialect.name,
    query,
    transaction: (work) => {
      if (database.inTransaction)
        throw new UsageError('An AI cannot be called within a transaction: its cost would be rolled back with it.');
      return database.transaction(() => work(query));
    },
  };
}
