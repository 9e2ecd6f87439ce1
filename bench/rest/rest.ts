import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { type ChildServer, startChild } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';
import { piece } from './servers/dataset.ts';

// REST against the floor: a hand-written Hono and node:sqlite server that does the same work on the same rows.
const ROWS = 10_000;
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 10;

interface Request {
  readonly name: string;
  readonly ours: string;
  readonly floor: string;
  readonly create?: true;
}

const ids = Array.from({ length: 500 }, (_, index) => piece(index * 17, 0));
const REQUESTS: readonly Request[] = [
  { name: 'get by id', ours: '/api/v1/contents/{id}', floor: '/pieces/{id}' },
  { name: 'get by slug', ours: '/api/v1/contents/by-slug?slug={slug}', floor: '/pieces/by-slug?slug={slug}' },
  {
    name: 'list of 20, bodies and count',
    ours: `/api/v1/contents?limit=20&fields=${'title,slug,description,body,status,category,rev,created_at,updated_at'}`,
    floor: '/pieces?limit=20',
  },
  {
    name: 'filtered list of 20, bodies and count',
    ours: `/api/v1/contents?limit=20&status=published&category=sport&fields=${'title,slug,description,body,status,category,rev,created_at,updated_at'}`,
    floor: '/pieces?limit=20&status=published&category=sport',
  },
  { name: 'create, durable and audited', ours: '/api/v1/contents', floor: '/pieces', create: true },
];

const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const floorToken = randomBytes(32).toString('base64url');
let ourToken = '';
let created = 0;
const servers: ChildServer[] = [];
try {
  const here = (name: string): string => join(import.meta.dirname, 'servers', name);
  const startOurs = (): Promise<ChildServer> =>
    startChild(here('newsroom.ts'), [join(directory, 'ours.sqlite'), String(ROWS)], (line) => {
      ourToken = /^token (\S+)$/.exec(line)?.[1] ?? ourToken;
    });
  const startFloor = (): Promise<ChildServer> => startChild(here('floor.ts'), [join(directory, 'floor.sqlite'), String(ROWS), floorToken]);
  // The first start loads the rows; what is measured is a process that did not.
  for (const start of [startOurs, startFloor]) await (await start()).stop();
  const [ours, floor] = [await startOurs(), await startFloor()];
  servers.push(ours, floor);
  const rows: (string | number)[][] = [];
  for (const request of REQUESTS) rows.push(await compare(request, ours, floor));
  printTable(['request', 'ours req/s', 'floor req/s', 'ratio', 'ours p99 ms', 'floor p99 ms', 'p99 ratio'], rows);
  console.log(`\nResident memory after the load: ours ${ours.memory().toFixed(0)} MB, floor ${floor.memory().toFixed(0)} MB.`);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(directory, { recursive: true, force: true });
}

async function compare(request: Request, ours: ChildServer, floor: ChildServer): Promise<(string | number)[]> {
  const results = { ours: [] as autocannon.Result[], floor: [] as autocannon.Result[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    results.ours.push(await load(ours.url + request.ours, ourToken, request));
    results.floor.push(await load(floor.url + request.floor, floorToken, request));
  }
  const rate = (list: readonly autocannon.Result[]): number => median(list.map((result) => result.requests.average));
  const p99 = (list: readonly autocannon.Result[]): number => median(list.map((result) => result.latency.p99));
  const [a, b] = [rate(results.ours), rate(results.floor)];
  const [c, d] = [p99(results.ours), p99(results.floor)];
  return [request.name, a.toFixed(0), b.toFixed(0), a / b, c, d, c / Math.max(d, 1)];
}

async function load(url: string, token: string, request: Request): Promise<autocannon.Result> {
  const result = await autocannon({
    url: new URL(url).origin,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { authorization: `Bearer ${token}` },
    requests: [
      {
        setupRequest(sent) {
          created += 1;
          const { id, slug } = ids[created % ids.length] ?? { id: '', slug: '' };
          const path = url.slice(new URL(url).origin.length).replace('{id}', id).replace('{slug}', slug);
          if (!request.create) return { ...sent, path };
          const body = JSON.stringify({ title: `Made ${created}`, slug: `made-${created}-${url.length}`, body: piece(created, 2048).body });
          return { ...sent, method: 'POST', path, body, headers: { ...sent.headers, 'content-type': 'application/json' } };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${request.name} at ${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed.`);
  return result;
}
