import type { Database } from '@colophon/core';
import type { FileStore } from '@colophon/core/files';
import { Hono } from 'hono';

const NO_STORE = { 'Cache-Control': 'no-store' };

/** How long the result of checking the file storage is cached, since the check writes. */
const LOOK_MS = 10_000;
/** So many checks in a row have to fail: one failed request to a bucket says nothing, and pages of text need no files. */
const FAILURES = 3;
/** Longer than any statement may take, in milliseconds: if nobody had an answer for this long, the process has to be restarted. */
const STUCK_MS = 90_000;
/** In bytes: less space than this is a full disk, on which a write may fail at any moment. */
const LEAST_SPACE = 16_000_000;

/** What the health of a process depends on. */
export interface HealthParts {
  readonly database: Database;
  readonly files: FileStore | undefined;
  readonly isStopping: () => boolean;
  /** The free space, in bytes, of the disk that holds the database; undefined if it is elsewhere. */
  readonly freeSpace: () => Promise<number | undefined>;
  /** Milliseconds between two checks of the file storage; ten seconds by default. */
  readonly lookEvery?: number;
}

/**
 * `/healthz` reports that the process is alive, and not stuck although its database answers others; `/readyz` that it accepts requests: not
 * stopping, the database responds, its disk has space, and files can be written.
 */
export function healthRoutes({ database, files, isStopping, freeSpace, lookEvery = LOOK_MS }: HealthParts): Hono {
  const canWriteFiles = checkFiles(files, lookEvery);
  const routes = new Hono();
  routes.get('/healthz', (context) =>
    database.stuckMs > STUCK_MS ? context.json({ status: 'stuck' }, 503, NO_STORE) : context.json({ status: 'ok' }, 200, NO_STORE),
  );
  routes.get('/readyz', async (context) => {
    const unready = (status: string, seconds?: number) =>
      context.json({ status }, 503, { ...NO_STORE, ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }) });
    if (isStopping()) return unready('stopping');
    try {
      await database.first({ sql: 'SELECT 1', parameters: [] });
    } catch {
      return unready('database unreachable', 1);
    }
    if (((await freeSpace()) ?? Infinity) < LEAST_SPACE) return unready('disk full', 10);
    if (!(await canWriteFiles())) return unready('files cannot be written', 10);
    return context.json({ status: 'ready' }, 200, NO_STORE);
  });
  return routes;
}

/** Returns a check that is false once so many in a row have failed. */
function checkFiles(files: FileStore | undefined, every: number): () => Promise<boolean> {
  let looked = -Infinity;
  let failures = 0;
  let running = Promise.resolve();
  return async () => {
    if (files && performance.now() - looked >= every) {
      looked = performance.now();
      running = files.check().then(
        () => void (failures = 0),
        () => void (failures += 1),
      );
    }
    await running;
    return failures < FAILURES;
  };
}
