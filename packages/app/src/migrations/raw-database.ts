import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Database, openDatabase } from '@colophon/core';
import type { Config } from '../settings/config.ts';
import { databaseFile } from '../settings/database-file.ts';
import { databaseOptions } from '../settings/database-options.ts';

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

/** Returns the file of an SQLite database that does not exist yet; undefined if it exists, or none is needed. */
export function missingFile(url: string): string | undefined {
  const path = databaseFile(url);
  return path === undefined || existsSync(path) ? undefined : resolve(path);
}
