import type { Database } from '@colophon/core';
import type { FileStore } from '@colophon/core/files';
import { Hono } from 'hono';

const NO_STORE = { 'Cache-Control': 'no-store' };

/** How long the result of checking the file storage is cached, since the check writes. */
const LOOK_MS = 10_000;
/** Longer than any statement may take, in milliseconds: if nobody had an answer for this long, the process has to be restarted. */
const STUCK_MS = 90_000;

/**
 * `/healthz` reports that the process is alive, and not stuck although its database answers others; `/readyz` that it accepts requests: not stopping, the database responds, and files can be
 * written.
 */
export function healthRoutes(database: Database, files: FileStore | undefined, isStopping: () => boolean): Hono {
  const filesAnswer = checkFiles(files);
  const routes = new Hono();
  routes.get('/healthz', (context) =>
    database.stuckMs > STUCK_MS ? context.json({ status: 'stuck' }, 503, NO_STORE) : context.json({ status: 'ok' }, 200, NO_STORE),
  );
  routes.get('/readyz', async (context) => {
    if (isStopping()) return context.json({ status: 'stopping' }, 503, NO_STORE);
    try {
      await database.first({ sql: 'SELECT 1', parameters: [] });
    } catch {
      return context.json({ status: 'database unreachable' }, 503, { ...NO_STORE, 'Retry-After': '1' });
    }
    if (!(await filesAnswer())) return context.json({ status: 'files cannot be written' }, 503, { ...NO_STORE, 'Retry-After': '10' });
    return context.json({ status: 'ready' }, 200, NO_STORE);
  });
  return routes;
}

function checkFiles(files: FileStore | undefined): () => Promise<boolean> {
  let looked = -Infinity;
  let answer = Promise.resolve(true);
  return () => {
    if (files && performance.now() - looked > LOOK_MS) {
      looked = performance.now();
      answer = files.check().then(
        () => true,
        () => false,
      );
    }
    return answer;
  };
}
