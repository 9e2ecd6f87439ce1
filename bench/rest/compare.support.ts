import { createHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { ChildServer } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';
import { piece } from './servers/dataset.ts';

export const ROWS = 10_000;
const ROUNDS = 5;
/** Time for JIT compilation, on both sides. */
const WARMING = 2;
const SECONDS = 2;
const CONNECTIONS = 10;

export interface Request {
  readonly name: string;
  readonly ours: string;
  readonly floor: string;
  /** The requested rows: the same 500, or all of them in turn. Default: all. */
  readonly rows?: 'hot';
  /** The share of requests that create a record instead. */
  readonly creates?: number;
}

/** The result of one round of load. */
interface Round {
  /** Requests per second. */
  readonly rate: number;
  /** The 99th percentile of the response time in milliseconds. */
  readonly p99: number;
}

// Requested in an order that defeats caches of rows or pages.
const ids = Array.from({ length: ROWS }, (_, index) => piece((index * 7919) % ROWS, 0));
const HOT = 500;
const BY_ID = { ours: '/api/v1/contents/{id}', floor: '/pieces/{id}' };
const BY_SLUG = { ours: '/api/v1/contents/by-slug?slug={slug}', floor: '/pieces/by-slug?slug={slug}' };
const FIELDS = 'fields=title,slug,description,body,status,category,rev,created_at,updated_at';
const LIST = { ours: `/api/v1/contents?limit=20&${FIELDS}`, floor: '/pieces?limit=20' };
const FILTERED = {
  ours: `/api/v1/contents?limit=20&status=published&category=sport&${FIELDS}`,
  floor: '/pieces?limit=20&status=published&category=sport',
};
export const REQUESTS: readonly Request[] = [
  { name: 'get by id, 500 rows', ...BY_ID, rows: 'hot' },
  { name: 'get by id, all rows', ...BY_ID },
  { name: 'get by id, all rows, 2 % creates', ...BY_ID, creates: 0.02 },
  { name: 'get by id, all rows, 20 % creates', ...BY_ID, creates: 0.2 },
  { name: 'get by slug, all rows', ...BY_SLUG },
  { name: 'get by slug, all rows, 2 % creates', ...BY_SLUG, creates: 0.02 },
  { name: 'list of 20, bodies and count', ...LIST },
  { name: 'list of 20, bodies and count, 2 % creates', ...LIST, creates: 0.02 },
  { name: 'filtered list of 20, bodies and count', ...FILTERED },
  { name: 'filtered list of 20, bodies and count, 2 % creates', ...FILTERED, creates: 0.02 },
  { name: 'create, durable and audited', ...BY_ID, creates: 1 },
];

let created = 0;
let asked = 0;

/** Newsroom and the server it is compared with, each with its token. */
export interface Pair {
  readonly ours: ChildServer;
  readonly ourToken: string;
  readonly floor: ChildServer;
  readonly floorToken: string;
}

/** Sends both the same requests, in turn, and prints the results. */
export async function measure(requests: readonly Request[], pair: Pair): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const request of requests) rows.push(await compare(request, pair));
  printTable(['request', 'ours req/s', 'floor req/s', 'ratio', 'ours p99 ms', 'floor p99 ms', 'p99 ratio'], rows);
  const { ours, floor } = pair;
  console.log(`\nResident memory after the load: ours ${ours.memory().toFixed(0)} MB, floor ${floor.memory().toFixed(0)} MB.`);
}

async function compare(request: Request, { ours, ourToken, floor, floorToken }: Pair): Promise<(string | number)[]> {
  const rounds: { readonly ours: Round; readonly floor: Round }[] = [];
  for (let round = 0; round < WARMING + ROUNDS; round += 1) {
    const pair = {
      ours: await load(ours.url + request.ours, ourToken, request),
      floor: await load(floor.url + request.floor, floorToken, request),
    };
    if (round >= WARMING) rounds.push(pair);
  }
  const middle = (of: (pair: (typeof rounds)[number]) => number): number => median(rounds.map(of));
  // Of consecutive rounds, so that noise of the machine affects both equally.
  const [rate, p99] = [middle((pair) => pair.ours.rate / pair.floor.rate), middle((pair) => pair.ours.p99 / pair.floor.p99)];
  const [a, b] = [middle((pair) => pair.ours.rate), middle((pair) => pair.floor.rate)];
  return [request.name, a.toFixed(0), b.toFixed(0), rate, middle((pair) => pair.ours.p99), middle((pair) => pair.floor.p99), p99];
}

async function load(url: string, token: string, request: Request): Promise<Round> {
  const latency = createHistogram({ highest: 60e9, figures: 3 });
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(loadOf(url, token, request), (error: Error | null, ended: autocannon.Result) =>
      error ? reject(error) : resolve(ended),
    );
    // Its own histogram counts in whole milliseconds, which is longer than most responses take.
    run.on('response', (_client, _status, _bytes, milliseconds) => latency.record(Math.max(1, Math.round(milliseconds * 1e6))));
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${request.name} at ${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed.`);
  return { rate: result.requests.average, p99: latency.percentile(99) / 1e6 };
}

/** The collection of the record with this address. */
function createPath(path: string): string {
  return path.startsWith('/pieces') ? '/pieces' : '/api/v1/contents';
}

function loadOf(url: string, token: string, request: Request): autocannon.Options {
  const { origin } = new URL(url);
  return {
    url: origin,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { authorization: `Bearer ${token}` },
    requests: [
      {
        setupRequest(sent) {
          asked += 1;
          const rows = request.rows === 'hot' ? HOT : ROWS;
          const { id, slug } = ids[asked % rows] ?? { id: '', slug: '' };
          const isCreate = Math.floor(asked * (request.creates ?? 0)) > Math.floor((asked - 1) * (request.creates ?? 0));
          if (!isCreate) return { ...sent, method: 'GET', path: url.slice(origin.length).replace('{id}', id).replace('{slug}', slug) };
          created += 1;
          const body = JSON.stringify({ title: `Made ${created}`, slug: `made-${created}-${url.length}`, body: piece(created, 2048).body });
          const path = createPath(url.slice(origin.length));
          return { ...sent, method: 'POST', path, body, headers: { ...sent.headers, 'content-type': 'application/json' } };
        },
      },
    ],
  };
}
