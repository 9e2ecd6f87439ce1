import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { makePrivateKey } from '@colophon/core/signing';
import { startPostgres } from '@colophon/core/testing';
import { type ChildServer, startChild } from '../support/child-server.ts';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { measure, REQUESTS, ROWS } from './compare.support.ts';

// The same as rest.ts on PostgreSQL: Newsroom against a hand-written Hono and `pg` server, on one database server that flushes to disk.
// Both, the database and the load share this machine.
const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const floorToken = randomBytes(32).toString('base64url');
const servers: ChildServer[] = [];
const postgres = await startPostgres({ durable: true });
try {
  const here = (name: string): string => join(import.meta.dirname, 'servers', name);
  const [database, floorDatabase] = [await postgres.createDatabase(), await postgres.createDatabase()];
  // The first start loads the rows; a process that did not is measured, and for Newsroom the built form.
  const ourToken = await fillNewsroom(database, ROWS);
  const ours = await startNewsroom(database, directory, { NEWSROOM_SIGNING_KEY: makePrivateKey() });
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
