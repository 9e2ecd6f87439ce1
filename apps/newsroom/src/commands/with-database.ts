import { type Database, openDatabase, requireCurrentSchema, setDefaultDatabase } from '@colophon/core';
import type { Config } from '../config/load-config.ts';
import { newsroomTable } from '../objects.ts';

/** Opens the database that the server uses, sees that its schema is the code's, runs `work`, and closes it. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config.databaseUrl);
  try {
    setDefaultDatabase(database);
    await requireCurrentSchema(database, newsroomTable().schema);
    return await work(database);
  } finally {
    await database.close();
  }
}
