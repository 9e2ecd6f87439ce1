import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startPostgres } from '../../../packages/core/src/testing/postgres.ts';
import { startTcpProxy } from '../../../packages/core/src/testing/tcp-proxy.ts';
import { startNewsroom } from './testing/newsroom-process.ts';
import { SIGNING_KEY } from './testing/signing-key.ts';

const STALL_MS = 8_000;
const LISTS = 60;

describe.skipIf(process.env['COLOPHON_TEST_POSTGRES'] === undefined)('Newsroom on PostgreSQL behind a network that falls silent', () => {
  it('answers 503 during it, is ready again by itself, and stops when told to even while it lasts', async () => {
    const server = await startPostgres();
    const url = new URL(await server.createDatabase());
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const newsroom = await startNewsroom({ DATABASE_URL: url.href, NEWSROOM_SECRET: 'x'.repeat(32), NEWSROOM_SIGNING_KEY: SIGNING_KEY });
    const statusOf = (path: string): Promise<number> =>
      fetch(newsroom.url + path).then(async (answer) => (await answer.text(), answer.status));
    try {
      let going = true;
      const statuses = new Set<number>();
      const lists = Array.from({ length: LISTS }, async () => {
        while (going) {
          statuses.add(await statusOf('/api/v1/contents?limit=5'));
          await delay(50);
        }
      });
      await expect.poll(() => statuses.has(200)).toBe(true);
      proxy.stall();
      await delay(STALL_MS);
      proxy.pass('forget');
      await expect.poll(() => statusOf('/readyz'), { timeout: 30_000 }).toBe(200);
      expect(await statusOf('/healthz')).toBe(200);
      going = false;
      await Promise.all(lists);
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(await statusOf('/api/v1/contents?limit=5')).toBe(200);

      proxy.stall();
      const waiting = statusOf('/api/v1/contents?limit=5').catch(() => 0);
      await delay(200);
      expect(await newsroom.stop('SIGTERM')).toBe(0);
      expect([0, 503]).toContain(await waiting);
    } finally {
      await newsroom.dispose();
      await proxy.close();
      await server.stop();
    }
  }, 120_000);
});
