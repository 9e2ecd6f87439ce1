import type { Database } from '@colophon/core';
import { Hono } from 'hono';

const NO_STORE = { 'Cache-Control': 'no-store' };

/** `/healthz` says that the process lives; `/readyz` that it takes requests: not stopping, and the database answers. */
export function healthRoutes(database: Database, isStopping: () => boolean): Hono {
  const routes = new Hono();
  routes.get('/healthz', (context) => context.json({ status: 'ok' }, 200, NO_STORE));
  routes.get('/readyz', async (context) => {
    if (isStopping()) return context.json({ status: 'stopping' }, 503, NO_STORE);
    try {
      await database.first({ sql: 'SELECT 1', parameters: [] });
      return context.json({ status: 'ready' }, 200, NO_STORE);
    } catch {
      return context.json({ status: 'database unreachable' }, 503, { ...NO_STORE, 'Retry-After': '1' });
    }
  });
  return routes;
}
