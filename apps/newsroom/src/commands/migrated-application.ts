import { type Database, openDatabase, type TableDefinition } from '@colophon/core';
import type { Migration } from '@colophon/core/migrations';
import { databaseOptions } from '../config/database-options.ts';
import type { Config } from '../config/load-config.ts';
import type { CommandContext } from './command.ts';
import { missingFile } from './with-database.ts';

/** What the commands of migrations need to know of an application. */
export interface MigratedApplication {
  readonly schema: () => readonly TableDefinition[];
  readonly files: readonly Migration[];
  /** Whether values of a column must not be shown. */
  readonly isPersonal: (table: string, column: string) => boolean;
  /** Work after a migration. Returns the exit code. */
  readonly afterwards?: (database: Database, context: CommandContext) => Promise<number>;
}

/** Opens the database without checking its schema. Reading its status must not create a file: a missing one is an empty database. */
export async function withRawDatabase<T>(config: Config, work: (database: Database) => Promise<T>, changes = false): Promise<T> {
  const url = changes || missingFile(config.databaseUrl) === undefined ? config.databaseUrl : 'sqlite::memory:';
  const database = await openDatabase(url, databaseOptions(config));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
