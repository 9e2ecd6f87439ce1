import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@colophon/core';
import { describe, expect, it } from 'vitest';
import { startPgBouncer, withoutPgBouncer } from '../../../packages/core/src/testing/pgbouncer.ts';
import { startPostgres } from '../../../packages/core/src/testing/postgres.ts';
import { startNewsroom } from './testing/newsroom-process.ts';
import { SIGNING_KEY } from './testing/signing-key.ts';

const ROUNDS = 30;
const WRITERS = 8;

describe.skipIf(process.env['COLOPHON_TEST_POSTGRES'] === undefined)(
  'Newsroom on PostgreSQL whose connections are ended by the server',
  () => {
    it('goes on, with statements in flight and without, and loses no acknowledged write', () => survives(), 120_000);

    it.skipIf(withoutPgBouncer !== undefined)(
      `does so behind PgBouncer${withoutPgBouncer ? ` (${withoutPgBouncer})` : ''}`,
      () => survives('pooled'),
      120_000,
    );

    async function survives(how?: 'pooled'): Promise<void> {
      const server = await startPostgres();
      const url = await server.createDatabase();
      const pooler = how && (await startPgBouncer(url));
      const newsroom = await startNewsroom({
        DATABASE_URL: url,
        ...(pooler && { DATABASE_URL: pooler.through(url), DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: url }),
        NEWSROOM_SECRET: 'x'.repeat(32),
        NEWSROOM_SIGNING_KEY: SIGNING_KEY,
      });
      const administration = await openDatabase(url);
      const endAll = (): Promise<unknown> =>
        administration.all({
          sql: 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
          parameters: [],
        });
      const { stdout } = newsroom.run('token', 'create', '--role', 'editor');
      const token = /\S{40,}/.exec(stdout)?.[0] ?? '';
      const statuses = new Set<number>();
      const acknowledged = new Set<string>();
      const ask = async (path: string, body?: object): Promise<{ status: number; id?: string }> => {
        const answer = await fetch(newsroom.url + path, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        statuses.add(answer.status);
        return { ...((await answer.json()) as { id?: string }), status: answer.status };
      };
      try {
        let going = true;
        const writers = Array.from({ length: WRITERS }, async (_, writer) => {
          for (let round = 0; going; round += 1) {
            const { status, id } = await ask('/api/v1/contents', { type: 'article', title: `Piece ${writer} ${round}`, body: 'Text.' });
            if (status === 201 && id !== undefined) acknowledged.add(id);
            await ask('/api/v1/contents?limit=5');
          }
        });
        for (let round = 0; round < ROUNDS; round += 1) {
          await delay(50);
          await endAll();
        }
        going = false;
        await Promise.all(writers);
        await delay(500);
        await endAll();
        await delay(500);
        expect(newsroom.child.exitCode).toBe(null);
        expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
        await expect.poll(() => fetch(`${newsroom.url}/readyz`).then((answer) => answer.status), { timeout: 20_000 }).toBe(200);
        expect(acknowledged.size).toBeGreaterThan(0);
        const counted = { sql: 'SELECT count(*) AS count FROM contents WHERE id = ANY ($1)', parameters: [[...acknowledged]] };
        expect(await administration.first(counted)).toEqual({ count: acknowledged.size });
        expect(newsroom.run('migrate', 'status')).toMatchObject({ status: 0 });
        if (pooler) expect(newsroom.run('doctor').stdout).toMatch(/FAULT statements through the pooler have a time limit: .*ALTER ROLE/);
        expect(await newsroom.stop()).toBe(0);
      } finally {
        await administration.close();
        await newsroom.dispose();
        await pooler?.stop();
        await server.stop();
      }
    }
  },
);
