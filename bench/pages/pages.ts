import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { piece } from '../rest/servers/dataset.ts';
import type { ChildServer } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';

// The cost of a reader's page compared with the REST GET of the same article, spread evenly over all published ones of 2 KB, with writes
// among the requests; and the time to the first byte for each kind of page.
const ROWS = Number(process.argv[4] ?? 10_000);
const ROUNDS = 5;
const WARMING = 2;
const SECONDS = Number(process.argv[3] ?? 2);
const CONNECTIONS = 10;
const published = Array.from({ length: ROWS }, (_, index) => piece((index * 7919) % ROWS, 0)).filter(
  ({ status }) => status === 'published',
);

const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
let server: ChildServer | undefined;
let created = 0;
let asked = 0;
try {
  const database = join(directory, 'pages.sqlite');
  const token = await fillNewsroom(database, ROWS);
  const { url } = (server = await startNewsroom(`sqlite:${database}`, directory));
  // Every page is rendered once, as in a site that has readers.
  for (const { slug } of published) await (await fetch(`${url}/articles/${slug}`)).arrayBuffer();

  const rows: (string | number)[][] = [];
  for (const [name, creates] of [
    ['all published articles', 0],
    ['the same, 2 % creates', 0.02],
    ['the same, 20 % creates', 0.2],
  ] as const) {
    const rounds: { readonly page: number; readonly rest: number }[] = [];
    for (let round = 0; round < WARMING + ROUNDS; round += 1) {
      const page = await rate(url, token, creates, ({ slug }) => `/articles/${slug}`);
      const rest = await rate(url, token, creates, ({ id }) => `/api/v1/contents/${id}`);
      if (round >= WARMING) rounds.push({ page, rest });
    }
    const middle = (of: (each: (typeof rounds)[number]) => number): number => median(rounds.map(of));
    rows.push([
      name,
      middle(({ page }) => page).toFixed(0),
      middle(({ rest }) => rest).toFixed(0),
      middle(({ page, rest }) => page / rest),
    ]);
  }
  printTable(['requests', 'page req/s', 'REST get req/s', 'ratio'], rows);

  const waits: string[][] = [];
  const paths = ['/', `/articles/${published[0]?.slug}`, '/tags', '/search?q=harbour', '/feed.atom', '/corrections'];
  for (const path of paths) {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await create(url, token);
      cold.push(await firstByte(url + path));
      warm.push(await firstByte(url + path));
    }
    waits.push([path, `${median(cold).toFixed(1)} ms`, `${median(warm).toFixed(1)} ms`]);
  }
  printTable(['page', 'first byte after a write', 'first byte again'], waits);
  console.log(`\nResident memory after the load: ${server.memory().toFixed(0)} MB.`);
} finally {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function firstByte(address: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(address);
  const waited = performance.now() - began;
  await response.arrayBuffer();
  return waited;
}

async function create(url: string, token: string): Promise<void> {
  created += 1;
  const response = await fetch(`${url}/api/v1/contents`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: `Made ${created}`, slug: `made-one-${created}`, body: piece(created, 2048).body }),
  });
  if (!response.ok) throw new Error(`The write failed: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Requests per second. */
async function rate(url: string, token: string, creates: number, pathOf: (row: (typeof published)[number]) => string): Promise<number> {
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    autocannon(
      {
        url,
        connections: CONNECTIONS,
        duration: SECONDS,
        headers: { 'accept-encoding': 'gzip' },
        requests: [
          {
            setupRequest(sent) {
              asked += 1;
              const isCreate = Math.floor(asked * creates) > Math.floor((asked - 1) * creates);
              const row = published[asked % published.length];
              if (!isCreate) return { ...sent, method: 'GET', path: row ? pathOf(row) : '/' };
              created += 1;
              const headers = { ...sent.headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
              const body = JSON.stringify({ title: `Made ${created}`, slug: `made-${created}`, body: piece(created, 2048).body });
              return { ...sent, method: 'POST', path: '/api/v1/contents', body, headers };
            },
          },
        ],
      },
      (error: Error | null, ended: autocannon.Result) => (error ? reject(error) : resolve(ended)),
    );
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} requests failed.`);
  return result.requests.average;
}
