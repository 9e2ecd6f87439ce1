import { setFlagsFromString } from 'node:v8';
import { type Database, openDatabase, requireCurrentSchema, setDefaultDatabase } from '@colophon/core';
import { provideGeneral } from '../compose/provide-general.ts';
import { say } from '../definition/command-line.ts';
import type { CommandContext } from '../definition/command.ts';
import { missingFile } from '../migrations/raw-database.ts';
import type { Config } from '../settings/config.ts';
import { databaseOptions } from '../settings/database-options.ts';

/** In megabytes. A command runs one task at a time, and imports and checks use bounded memory. */
const PAGES = 12;
/** The growth of the heap before a garbage collection, in percent; by default V8 would let it more than double. */
const HEAP_GROWTH = 30;

/**
 * Opens the server's database, provides its ports, checks its schema, runs `work`, and closes it. If the database did not exist, it says
 * which one it created: in another folder than the server's it is another database.
 */
export async function withDatabase<C extends Config, T>(
  { application, loadConfig, stderr }: CommandContext<C>,
  work: (database: Database, config: C) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const missing = missingFile(config.databaseUrl);
  const database = await openDatabase(config.databaseUrl, { ...databaseOptions(config), pages: PAGES });
  try {
    setDefaultDatabase(database);
    provideGeneral(application, config, database);
    await requireCurrentSchema(database, application.table.schema, { files: application.migrations });
    if (missing !== undefined) {
      say(stderr, `Created a new database, ${missing}.`);
      say(stderr, 'To use the database of a server in another folder, run this in that folder or set DATABASE_URL.');
    }
    return await work(database, config);
  } finally {
    await database.close();
  }
}
