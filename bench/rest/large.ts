import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildServer } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';

// The response times in a large newsroom, in SQLite: each request after a write, so that no cache applies, and how long `/healthz` waited
// meanwhile, which is how long the event loop was blocked.
const ROWS = Number(process.argv[3] ?? 200_000);
const ROUNDS = 5;
const REQUESTS = {
  'tag, half of all': 'tags=common',
  'tag, half of all, counted': 'tags=common&count=exact',
  'tag, a tenth': 'tags=frequent',
  'tag, rare': 'tags=rare',
  'tag, rare, counted': 'tags=rare&count=exact',
  'tag that is not there': 'tags=absent',
  'from a date on': 'publish_date[gte]=2020-03-01',
  'latest by date': 'orderBy=-publish_date',
  'by title': 'orderBy=title',
  'title alone': 'fields=title',
  'title like': 'title[like]=%harbour and%',
  'title like, counted': 'title[like]=%harbour and%&count=exact',
  'metadata, counted': 'metadata.desk=desk 7&count=exact',
  'counted exactly': 'count=exact',
  'search of few hits': 'search=4242',
  'search of few hits, counted': 'search=4242&count=exact',
  'search of a phrase': 'search="river bridge"',
  'search of a word in all': 'search=river',
  'search of a beginning': 'search=b*',
} as const;

const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
let server: ChildServer | undefined;
try {
  const database = join(directory, 'large.sqlite');
  const token = await fillNewsroom(database, ROWS);
  const { url } = (server = await startNewsroom(`sqlite:${database}`, directory));
  const authorization = { Authorization: `Bearer ${token}` };

  const rows: string[][] = [];
  for (const [name, query] of Object.entries(REQUESTS)) {
    const [admin, anyone, waited]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [times, headers] of [
        [admin, authorization],
        [anyone, {}],
      ] as const) {
        await write();
        const stall = watchHealth();
        const began = performance.now();
        const response = await fetch(`${url}/api/v1/articles?limit=20&${encodeURI(query).replaceAll('"', '%22')}`, { headers });
        await response.arrayBuffer();
        times.push(performance.now() - began);
        if (!response.ok) throw new Error(`${name}: ${response.status}`);
        waited.push(await stall());
      }
    }
    rows.push([name, ...[median(admin), median(anyone), Math.max(...waited)].map((each) => `${each.toFixed(0)} ms`)]);
  }
  printTable(['request, one write before each', 'editor', 'anyone', 'longest wait of /healthz'], rows);
  console.log(`${ROWS} rows of 2 KB; resident ${server.memory().toFixed(0)} MB.`);

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
  rmSync(directory, { recursive: true, force: true });
}
