import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type Database, openDatabase, requireCurrentSchema, setDefaultDatabase } from '@colophon/core';
import { databaseOptions } from '../config/database-options.ts';
import { databaseFile } from '../config/database-file.ts';
import type { Config } from '../config/load-config.ts';
import { NEWSROOM_MIGRATIONS } from '../server/migrations.ts';
import { wireHeads } from '../server/heads.ts';
import { newsroomTable } from '../server/objects.ts';
import { mailSecurityEvents } from '../server/mail/security-mail.ts';
import { type CommandContext, say } from './command.ts';

/** In megabytes. A command runs one task at a time, and imports and checks use bounded memory. */
const PAGES = 12;
/** The growth of the heap before a garbage collection, in percent; by default V8 would let it more than double. */
const HEAP_GROWTH = 30;

/**
 * Opens the server's database, checks its schema, runs `work`, and closes it. If the database did not exist, it says which one it created:
 * in another folder than the server's it is another database.
 */
export async function withDatabase<T>(
  { loadConfig, stderr }: CommandContext,
  work: (database: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const missing = missingFile(config.databaseUrl);
  const database = await openDatabase(config.databaseUrl, { ...databaseOptions(config), pages: PAGES });
  try {
    setDefaultDatabase(database);
    wireHeads(config, database);
    await requireCurrentSchema(database, newsroomTable().schema, { files: NEWSROOM_MIGRATIONS });
    if (missing !== undefined) {
      say(stderr, `Created a new database, ${missing}.`);
      say(stderr, 'To use the database of a server in another folder, run this in that folder or set DATABASE_URL.');
    }
    mailSecurityEvents(config, database);
    return await work(database, config);
  } finally {
    await database.close();
  }
}

/** Returns the file of an SQLite database that does not exist yet; undefined if it exists, or none is needed. */
export function missingFile(url: string): string | undefined {
  const path = databaseFile(url);
  return path === undefined || existsSync(path) ? undefined : resolve(path);
}
