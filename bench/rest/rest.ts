import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { type ChildServer, NEWSROOM_FLAGS, startChild } from '../support/child-server.ts';
import { measure, REQUESTS, ROWS } from './compare.support.ts';

// REST against the floor: a hand-written Hono and node:sqlite server that does the same work on the same rows.
const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const floorToken = randomBytes(32).toString('base64url');
let ourToken = '';
const servers: ChildServer[] = [];
try {
  const here = (name: string): string => join(import.meta.dirname, 'servers', name);
  const database = join(directory, 'ours.sqlite');
  const loadOurs = (): Promise<ChildServer> =>
    startChild(here('newsroom.ts'), [database, String(ROWS)], {
      onLine: (line) => {
        ourToken = /^token (\S+)$/.exec(line)?.[1] ?? ourToken;
      },
    });
  const startFloor = (): Promise<ChildServer> => startChild(here('floor.ts'), [join(directory, 'floor.sqlite'), String(ROWS), floorToken]);
  // The first start loads the rows; what is measured is a process that did not, and of ours the one that people run.
  for (const start of [loadOurs, startFloor]) await (await start()).stop();
  const files = join(directory, 'files');
  const secret = 'x'.repeat(32);
  Object.assign(process.env, {
    PORT: '0',
    DATABASE_URL: `sqlite:${database}`,
    FILES_URL: files,
    NEWSROOM_SECRET: secret,
    LOG_LEVEL: 'warn',
  });
  const newsroom = join(import.meta.dirname, '../../apps/newsroom/bin/newsroom.js');
  const [ours, floor] = [await startChild(newsroom, ['start'], { flags: NEWSROOM_FLAGS }), await startFloor()];
  servers.push(ours, floor);
  const asked = REQUESTS.filter(({ name }) => name.includes(process.argv[3] ?? ''));
  await measure(asked, { ours, ourToken, floor, floorToken });
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(directory, { recursive: true, force: true });
}
