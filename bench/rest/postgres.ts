import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { makePrivateKey } from '@colophon/core/signing';
import { startPostgres } from '@colophon/core/testing';
import { type ChildServer, NEWSROOM_FLAGS, startChild } from '../support/child-server.ts';
import { measure, REQUESTS, ROWS } from './compare.support.ts';

// The same as rest.ts on PostgreSQL: Newsroom against a hand-written Hono and `pg` server, on one database server that flushes
// to disk. Both, the database and the load share this machine.
const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const floorToken = randomBytes(32).toString('base64url');
let ourToken = '';
const servers: ChildServer[] = [];
const postgres = await startPostgres({ durable: true });
try {
  const here = (name: string): string => join(import.meta.dirname, 'servers', name);
  const [database, floorDatabase] = [await postgres.createDatabase(), await postgres.createDatabase()];
  const onLine = (line: string): void => {
    ourToken = /^token (\S+)$/.exec(line)?.[1] ?? ourToken;
  };
  // The first start loads the rows; what is measured is a process that did not, and of ours the one that people run.
  await (await startChild(here('newsroom.ts'), [database, String(ROWS)], { onLine })).stop();
  Object.assign(process.env, {
    PORT: '0',
    DATABASE_URL: database,
    FILES_URL: join(directory, 'files'),
    NEWSROOM_SECRET: 'x'.repeat(32),
    NEWSROOM_SIGNING_KEY: makePrivateKey(),
    LOG_LEVEL: 'warn',
  });
  const newsroom = join(import.meta.dirname, '../../apps/newsroom/bin/newsroom.js');
  const ours = await startChild(newsroom, ['start'], { flags: NEWSROOM_FLAGS });
  servers.push(ours);
  const floor = await startChild(here('floor-postgres.ts'), [floorDatabase, String(ROWS), floorToken]);
  servers.push(floor);
  const asked = REQUESTS.filter(({ name }) => name.includes(process.argv[3] ?? ''));
  await measure(asked, { ours, ourToken, floor, floorToken });
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
