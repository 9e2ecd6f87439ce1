import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateKey } from '@colophon/core/signing';
import { startPostgres } from '@colophon/core/testing';
import type { ChildServer } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';

// The response times in a large newsroom: each request after a write, so that no cache applies, and how long `/healthz` waited meanwhile, which
// is how long the event loop was blocked. In SQLite, whose file was never analyzed, or `-- rest/large 200000 postgres`.
const ROWS = Number(process.argv[3] ?? 200_000);
const ROUNDS = 5;
/** Each is requested without and with a count. */
const LISTS = {
  'tag, half of all': 'tags=common',
  'tag, half of all, by title': 'tags=common&orderBy=title',
  'tag, half of all, last changed': 'tags=common&orderBy=-updated_at',
  'tag, a tenth': 'tags=frequent',
  'tag, rare': 'tags=rare',
  'tag that is not there': 'tags=absent',
  'from a date on': 'publish_date[gte]=2020-03-01',
  'latest by date': 'orderBy=-publish_date',
  'last changed': 'orderBy=-updated_at',
  'by title': 'orderBy=title',
  'title alone': 'fields=title',
  'title like': 'title[like]=%harbour and%',
  metadata: 'metadata.desk=desk 7',
  'by slug': 'slug=piece-777',
  'in a category, latest by date': 'category=sport&orderBy=-publish_date',
  'search of few hits': 'search=4242',
  'search of a word, latest by date': 'search=river&orderBy=-publish_date',
  'search without a word': 'search=-river',
  'search of a phrase': 'search="river bridge"',
  'search of a word': 'search=river',
  'search of a beginning': 'search=b*',
} as const;
const PAGES = ['/', '/tags', '/feed.atom', '/search?q=harbour', '/not-there'];

const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
let server: ChildServer | undefined;
const postgres = process.argv[4] === 'postgres' ? await startPostgres({ durable: true }) : undefined;
try {
  const database = (await postgres?.createDatabase()) ?? join(directory, 'large.sqlite');
  const token = await fillNewsroom(database, ROWS);
  const settings = { NEWSROOM_SIGNING_KEY: makePrivateKey() };
  const { url } = (server = await startNewsroom(postgres ? database : `sqlite:${database}`, directory, postgres && settings));
  const authorization = { Authorization: `Bearer ${token}` };

  const api = '/api/v1/articles?limit=20&';
  const rows: string[][] = [];
  for (const [name, query] of Object.entries(LISTS)) {
    const address = `${api}${encodeURI(query).replaceAll('"', '%22')}`;
    const times = [
      await timesOf(`${address}&count=none`, authorization),
      await timesOf(address, authorization),
      await timesOf(`${address}&count=none`),
      await timesOf(address),
    ];
    rows.push([
      name,
      ...times.map(({ median }) => `${median.toFixed(0)} ms`),
      `${Math.max(...times.map(({ wait }) => wait)).toFixed(0)} ms`,
    ]);
  }
  printTable(['list, one write before each', 'editor', 'editor, counted', 'anyone', 'anyone, counted', 'longest wait of /healthz'], rows);
  const pages: string[][] = [];
  for (const page of PAGES) {
    const { median: time, wait } = await timesOf(page);
    pages.push([page, `${time.toFixed(0)} ms`, `${wait.toFixed(0)} ms`]);
  }
  printTable(['page, one write before each', 'anyone', 'longest wait of /healthz'], pages);
  console.log(`${ROWS} rows of 2 KB; resident ${server.memory().toFixed(0)} MB.`);

  /** Returns the median response time, and the longest time that `/healthz` took meanwhile, in milliseconds. */
  async function timesOf(path: string, headers: Record<string, string> = {}): Promise<{ median: number; wait: number }> {
    const [times, waits]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      await write();
      const stall = watchHealth();
      const began = performance.now();
      const response = await fetch(`${url}${path}`, { headers });
      await response.arrayBuffer();
      times.push(performance.now() - began);
      if (response.status >= 500 || response.status === 400) throw new Error(`${path}: ${response.status}`);
      waits.push(await stall());
    }
    return { median: median(times), wait: Math.max(...waits) };
  }

  async function write(): Promise<void> {
    const headers = { ...authorization, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/api/v1/articles`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: `Written ${crypto.randomUUID()}`, body: 'It rained.' }),
    });
    if (response.status !== 201) throw new Error(`The write failed: ${await response.text()}`);
  }

  /** Requests `/healthz` repeatedly until it is stopped, and returns the longest time. */
  function watchHealth(): () => Promise<number> {
    let [slowest, over] = [0, false];
    const asking = (async () => {
      while (!over) {
        const began = performance.now();
        await (await fetch(`${url}/healthz`)).arrayBuffer();
        slowest = Math.max(slowest, performance.now() - began);
      }
    })();
    return async () => {
      over = true;
      await asking;
      return slowest;
    };
  }
} finally {
  await server?.stop();
  await postgres?.stop();
  rmSync(directory, { recursive: true, force: true });
}
