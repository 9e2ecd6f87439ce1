import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { piece } from '../rest/servers/dataset.ts';
import type { ChildServer } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';

// Feeds of fifty entries compared with the plain list of the same fifty pieces with their bodies, requested without a token, without writes
// and with some among the requests, which invalidate the caches of both.
const SECONDS = Number(process.argv[3] ?? 2);
const ROWS = Number(process.argv[4] ?? 10_000);
const ROUNDS = 5;
const CONNECTIONS = 10;
const LIST = '/api/v1/articles?status=published&limit=50&count=none&orderBy=-publish_date';
const FEEDS = ['/feed.atom', '/feeds/articles.rss', '/feed.json', '/feeds/articles.rss?content=summary', '/feeds/category/sport.atom'];

const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
let server: ChildServer | undefined;
let [asked, created] = [0, 0];
try {
  const database = join(directory, 'feeds.sqlite');
  const token = await fillNewsroom(database, ROWS);
  const { url } = (server = await startNewsroom(`sqlite:${database}`, directory));
  const rows: (string | number)[][] = [];
  for (const feed of FEEDS) {
    const ratios: (string | number)[] = [];
    for (const creates of [0, 0.02]) {
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const [list, fed] = [await rate(url, LIST, token, creates), await rate(url, feed, token, creates)];
        if (round > 0) rounds.push(fed / list);
      }
      ratios.push(median(rounds));
    }
    const response = await fetch(url + feed);
    ratios.unshift(`${((await response.arrayBuffer()).byteLength / 1000).toFixed(0)} KB`);
    rows.push([feed, ...ratios]);
  }
  printTable(['feed', 'size', 'requests a second against the list', 'the same, 2 % creates'], rows);
} finally {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Requests per second. */
async function rate(url: string, path: string, token: string, creates: number): Promise<number> {
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    autocannon(
      {
        url,
        connections: CONNECTIONS,
        duration: SECONDS,
        requests: [
          {
            setupRequest(sent) {
              asked += 1;
              if (Math.floor(asked * creates) <= Math.floor((asked - 1) * creates)) return { ...sent, method: 'GET', path };
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
