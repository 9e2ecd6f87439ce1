import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ReadOnlyError } from '../../errors/errors.ts';
import type { Database } from '../database.ts';
import { createProcessTable, GONE_AFTER_MS, PROCESS_TABLE } from './process-table.ts';

const SEEN_EVERY_MS = 10_000;

/** What a process says about itself. */
export interface AnnouncedProcess {
  readonly version: string;
  /** The digest of the schema of its code: `schemaDigest`. */
  readonly schema: string;
  /** What it does; `server` by default. */
  readonly mode?: string;
  /** A sign of life failed; the next one is in ten seconds. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Announces that this process uses the database, and says so every ten seconds until the returned function is called: a migration removes
 * nothing that an older program still uses.
 */
export async function announceProcess(database: Database, announced: AnnouncedProcess): Promise<() => Promise<void>> {
  const { builder } = database.dialect;
  const id = randomUUID();
  const startedAt = new Date().toISOString();
  const about = { host: hostname(), version: announced.version, schema: announced.schema, mode: announced.mode ?? 'server' };
  const see = async (): Promise<void> => {
    const now = { rss: process.memoryUsage.rss(), seenAt: new Date().toISOString() };
    const query = builder
      .insertInto(PROCESS_TABLE)
      .values({ id, ...about, startedAt, ...now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(now));
    await database.run(query.compile());
  };
  let begun = false;
  const begin = async (): Promise<void> => {
    await createProcessTable(database);
    const gone = new Date(Date.now() - GONE_AFTER_MS).toISOString();
    await database.run(builder.deleteFrom(PROCESS_TABLE).where('seenAt', '<=', gone).compile());
    await see();
    begun = true;
  };
  await begin().catch((error: unknown) => {
    // A database that accepts no writes cannot be migrated either.
    if (!(error instanceof ReadOnlyError)) throw error;
    announced.onError?.(error);
  });
  let seeing: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (database.closed) {
      clearInterval(timer);
      return;
    }
    seeing ??= (begun ? see() : begin()).catch((error: unknown) => announced.onError?.(error)).finally(() => (seeing = undefined));
  }, SEEN_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await seeing;
    // Without it the process is gone after a minute.
    if (!database.closed) await database.run(builder.deleteFrom(PROCESS_TABLE).where('id', '=', id).compile()).catch(() => 0);
  };
}
