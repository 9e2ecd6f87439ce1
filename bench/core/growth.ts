import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, version } from 'node:process';
import { collection, makeCall, object, openDatabase, text } from '@colophon/core';
import { measure, report } from './measure.ts';

// The cost of reads as a table grows: each compared with itself at 10,000 rows.
class Page extends object(
  { title: text({ required: true }), slug: text({ required: true }), context: text({ default: '' }), status: text({ default: 'draft' }) },
  { table: 'pages', tenant: true, unique: [['tenantId', 'context', 'slug']] },
) {}
class Pages extends collection(Page) {}

const call = makeCall({ caller: { kind: 'token', id: 't', name: 'T', tenantId: 'house', role: 'editor' } });
const folder = mkdtempSync(join(tmpdir(), 'colophon-growth-'));

async function pagesOf(rows: number): Promise<Pages> {
  const database = await openDatabase(`sqlite:${join(folder, `${rows}.sqlite`)}`);
  await Pages.create({ db: database });
  await database.run({
    sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO pages (id, title, slug, context, status, tenantId, rev, created_at, updated_at)
      SELECT printf('0190%028x', i), 'Page ' || i, 'page-' || i, '', 'published', CASE WHEN i % 2 THEN 'house' END, 1,
        strftime('%Y-%m-%dT%H:%M:%fZ', 1577836800 + i, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', 1577836800 + i, 'unixepoch') FROM n`,
    parameters: [rows],
  });
  return new Pages(database, call);
}

const sizes = [10_000, Number(argv[3] ?? 1_000_000)];
const all = await Promise.all(sizes.map(async (rows) => ({ rows, pages: await pagesOf(rows) })));
console.log(`Node ${version}; each against itself at 10,000 rows`);
const compare = async (what: string, run: (pages: Pages, rows: number, index: number) => unknown, calls: number): Promise<void> =>
  report(
    what,
    await measure(Object.fromEntries(all.map(({ rows, pages }) => [`${rows} rows`, (index) => run(pages, rows, index)])), calls),
  );

const at = (index: number, rows: number): number => 1 + ((index * 7919) % rows);
await compare('get by id', (pages, rows, index) => pages.get(`0190${at(index, rows).toString(16).padStart(28, '0')}`), 2000);
await compare('get by slug', (pages, rows, index) => pages.find({ context: '', slug: `page-${at(index, rows)}` }), 2000);
await compare('first page of 20', (pages) => pages.page({ limit: 20, count: 'none' }), 500);
// The last page of the small table, and page 10,000 of the large one.
const cursors = await Promise.all(
  all.map(
    async ({ rows, pages }) => (await pages.page({ limit: 20, count: 'none', offset: Math.min(rows - 40, 199_980) })).nextCursor ?? '',
  ),
);
await compare(
  'page by cursor, far in',
  (pages, rows) => pages.page({ limit: 20, count: 'none', cursor: cursors[sizes.indexOf(rows)] ?? '' }),
  500,
);

for (const { pages } of all) await pages.database.close();
rmSync(folder, { recursive: true });
