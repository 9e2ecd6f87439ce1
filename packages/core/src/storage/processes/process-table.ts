import type { Database } from '../database.ts';

/** The table of the processes that use a database. */
export const PROCESS_TABLE = '_colophon_processes';

/** A process is gone after this time without a sign of life, in milliseconds. */
export const GONE_AFTER_MS = 60_000;

/** A process that uses a database. */
export interface LiveProcess {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  /** The digest of the schema of its code. */
  readonly schema: string;
  /** What it does, such as `server`. */
  readonly mode: string;
  readonly startedAt: string;
  readonly seenAt: string;
}

/** Returns the processes that were seen within the last minute. */
export async function liveProcesses(database: Database): Promise<LiveProcess[]> {
  const columns = await database.all(database.dialect.introspect());
  if (!columns.some((column) => column['table'] === PROCESS_TABLE)) return [];
  const since = new Date(Date.now() - GONE_AFTER_MS).toISOString();
  const query = database.dialect.builder
    .selectFrom(PROCESS_TABLE)
    .select(['id', 'host', 'version', 'schema', 'mode', 'startedAt', 'seenAt'])
    .where('seenAt', '>', since)
    .orderBy('startedAt')
    .orderBy('id');
  const rows = await database.all(query.compile());
  return rows.map((row) => ({
    id: String(row['id']),
    host: String(row['host']),
    version: String(row['version']),
    schema: String(row['schema']),
    mode: String(row['mode']),
    startedAt: String(row['startedAt']),
    seenAt: String(row['seenAt']),
  }));
}

/** Creates the table if it does not exist. It is no part of the schema, so that it exists before a migration. */
export async function createProcessTable(database: Database): Promise<void> {
  const columns = await database.all(database.dialect.introspect());
  if (columns.some((column) => column['table'] === PROCESS_TABLE)) return;
  await database.exclusively('colophon processes', () =>
    database.runScript([
      `CREATE TABLE IF NOT EXISTS "${PROCESS_TABLE}" (id TEXT PRIMARY KEY, host TEXT NOT NULL, version TEXT NOT NULL, schema TEXT NOT NULL, mode TEXT NOT NULL, rss BIGINT NOT NULL, "startedAt" TEXT NOT NULL, "seenAt" TEXT NOT NULL)`,
    ]),
  );
}
