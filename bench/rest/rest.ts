import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { type ChildServer, startChild } from '../support/child-server.ts';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { measure, REQUESTS, ROWS } from './compare.support.ts';

// REST compared with the floor: a hand-written Hono and node:sqlite server that does the same work on the same rows.
const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const floorToken = randomBytes(32).toString('base64url');
const servers: ChildServer[] = [];
try {
  const here = (name: string): string => join(import.meta.dirname, 'servers', name);
  const database = join(directory, 'ours.sqlite');
  const startFloor = (): Promise<ChildServer> => startChild(here('floor.ts'), [join(directory, 'floor.sqlite'), String(ROWS), floorToken]);
  // The first start loads the rows; a process that did not is measured, and for Newsroom the built form.
  const ourToken = await fillNewsroom(database, ROWS);
  await (await startFloor()).stop();
  const [ours, floor] = [await startNewsroom(`sqlite:${database}`, directory), await startFloor()];
  servers.push(ours, floor);
  const asked = REQUESTS.filter(({ name }) => name.includes(process.argv[3] ?? ''));
  await measure(asked, { ours, ourToken, floor, floorToken });
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(directory, { recursive: true, force: true });
}
