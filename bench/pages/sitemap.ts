import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, openDatabase } from '@colophon/core';
import { Contents } from '@colophon/content';
import { newsroomTable } from '../../apps/newsroom/src/server/objects.ts';
import type { ChildServer } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';

// The sitemaps of a site with a million published pieces, each file read once as a crawler does: the duration, the memory of the process,
// and the delay of other requests.
const ROWS = Number(process.argv[3] ?? 1_000_000);
/** Every hundredth piece has a translation, and is one. */
const TRANSLATED = 100;

const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
let server: ChildServer | undefined;
try {
  const databaseUrl = `sqlite:${join(directory, 'sitemap.sqlite')}`;
  await load(databaseUrl);
  const running = (server = await startNewsroom(databaseUrl, directory, { NEWSROOM_SEED: 'none' }));
  const { url } = running;
  await (await fetch(`${url}/sitemaps/pages.xml`)).arrayBuffer();
  const before = running.memory();
  const watch = watchServer(running);

  const index = await timed(`${url}/sitemap.xml`);
  const again = await timed(`${url}/sitemap.xml`);
  const files = [...index.text.matchAll(/<loc>[^<]*(\/sitemaps\/pieces[^<]*)<\/loc>/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  );
  const times: number[] = [];
  let [addresses, alternates, bytes, news] = [0, 0, 0, 0];
  for (const path of files) {
    const { text, ms } = await timed(url + path);
    times.push(ms);
    bytes += text.length;
    addresses += text.match(/<loc>/g)?.length ?? 0;
    alternates += text.match(/hreflang=/g)?.length ?? 0;
    news += text.match(/<news:news>/g)?.length ?? 0;
  }
  const { memory, wait } = await watch();

  printTable(
    ['', ''],
    [
      ['pieces', ROWS.toLocaleString('en')],
      ['files, addresses', `${files.length}, ${addresses.toLocaleString('en')}`],
      ['alternates, news', `${alternates.toLocaleString('en')}, ${news.toLocaleString('en')}`],
      ['the index, then again', `${index.ms.toFixed(0)} ms, ${again.ms.toFixed(0)} ms`],
      ['a file, median and slowest', `${median(times).toFixed(0)} ms, ${Math.max(...times).toFixed(0)} ms`],
      ['first file, last whole file', `${times[0]?.toFixed(0)} ms, ${times.at(-2)?.toFixed(0)} ms`],
      ['bytes in all', `${(bytes / 1e6).toFixed(0)} MB`],
      ['resident before, at most meanwhile', `${before.toFixed(0)} MB, ${memory.toFixed(0)} MB`],
      ['longest wait of /healthz', `${wait.toFixed(0)} ms`],
    ],
  );
} finally {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function timed(address: string): Promise<{ text: string; ms: number }> {
  const began = performance.now();
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return { text, ms: performance.now() - began };
}

/** Records memory and the delay of other requests until it is stopped. */
function watchServer(running: ChildServer): () => Promise<{ memory: number; wait: number }> {
  let [memory, wait, isOver] = [0, 0, false];
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${running.url}/healthz`)).arrayBuffer();
      wait = Math.max(wait, performance.now() - began);
      memory = Math.max(memory, running.memory());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return { memory, wait };
  };
}

/** Copies one piece a million times in one statement, without the triggers of the search index, which is not measured. */
async function load(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl);
  await applyMigrations(database, newsroomTable().schema);
  const one = await new Contents(database).add({ type: 'article', status: 'published', title: 'A piece of news', body: 'Text.' } as never);
  const sql = (text: string, ...parameters: unknown[]) => database.run({ sql: text, parameters });
  const triggers = await database.all({
    sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'contents'",
    parameters: [],
  });
  for (const { name } of triggers) await sql(`DROP TRIGGER "${String(name)}"`);
  const { _row, ...row } = (await database.first({ sql: 'SELECT * FROM contents', parameters: [] })) ?? {};
  const columns = Object.keys(row);
  const values: Readonly<Record<string, string>> = {
    id: "printf('0190%028x', i)",
    slug: "'a-piece-of-news-number-' || i",
    publish_date: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || i || ' minutes')",
    language: "CASE i % 2 WHEN 0 THEN 'en' ELSE 'de' END",
  };
  await sql(
    `INSERT INTO contents (${columns.map((name) => `"${name}"`).join(', ')})
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      SELECT ${columns.map((name) => values[name] ?? `(SELECT "${name}" FROM contents WHERE id = '${one.id}')`).join(', ')} FROM n`,
    ROWS - 1,
  );
  await sql(
    `INSERT INTO content_translations (id, groupId, contentId, language, rev, created_at, updated_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      SELECT printf('0191%028x', i), printf('0192%028x', i / 2), printf('0190%028x', i), CASE i % 2 WHEN 0 THEN 'en' ELSE 'de' END, 1,
        '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM n WHERE i % ${TRANSLATED} < 2`,
    ROWS - 1,
  );
  for (const { sql: text } of triggers) await sql(String(text));
  await database.close();
}
