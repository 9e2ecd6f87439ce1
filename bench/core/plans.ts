import { subscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { applyMigrations, type Database, makeCall, openDatabase } from '@colophon/core';
import { Contents } from '@colophon/content';
import { startPostgres } from '@colophon/core/testing';
import { newsroomTable } from '../../apps/newsroom/src/server/objects.ts';
import type { Asked, Plan } from '../../packages/core/src/planner/asked.ts';
import { countStatement } from '../../packages/core/src/planner/compile-count.ts';
import { selectStatement } from '../../packages/core/src/planner/compile-select.ts';
import { plannedTable } from '../../packages/core/src/planner/planned-table.ts';
import type { Statement } from '../../packages/core/src/storage/statement.ts';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';
import { BY_HAND } from './plans-by-hand.support.ts';
import { fillSkewed, SMALL_TENANT } from './skewed-pieces.support.ts';

// What each access of the planner is worth: lists of 200,000 pieces with skewed columns, found as planned, as the database itself would, and
// by SQL that was written for them by hand; each read follows a write, so that no cache applies. In SQLite first without statistics, as in the
// first hour of a new file, or `-- core/plans 200000 postgres`, and `search` behind it for the lists of that name alone. An access that is not worth 1.5 in any row should go.
const ROWS = Number(argv[3] ?? 200_000);
const ROUNDS = 5;

const LISTS = {
  'tag, half of all': { where: { tags: 'common' } },
  'tag, half of all, by title': { where: { tags: 'common' }, orderBy: 'title' },
  'tag, half of all, last changed': { where: { tags: 'common' }, orderBy: '-updated_at' },
  'tag, a tenth': { where: { tags: 'frequent' } },
  'tag, rare': { where: { tags: 'rare' } },
  'two tags': { where: { all: [{ tags: 'common' }, { tags: 'rare' }] } },
  'from a date on': { where: { publish_date: { gte: '2020-03-01' } } },
  'last hundred by date, by title': { where: { publish_date: { gte: '2020-05-18T19:40:00.000Z' } }, orderBy: 'title' },
  'latest by date': { orderBy: '-publish_date' },
  'last changed': { orderBy: '-updated_at' },
  'by title': { orderBy: 'title' },
  'title like': { where: { title: { like: '%harbour and%' } } },
  'title like, few': { where: { title: { like: '%77777%' } } },
  metadata: { where: { 'metadata.desk': 'desk 7' } },
  'metadata, few': { where: { 'metadata.lot': 7007 } },
  'by slug': { where: { slug: 'piece-777' } },
  'category of most, by date': { where: { category: 'news' }, orderBy: '-publish_date' },
  'category of few, by date': { where: { category: 'sport' }, orderBy: '-publish_date' },
  'not a category': { where: { category: { ne: 'news' } } },
  'status of most, last changed': { where: { status: 'published' }, orderBy: '-updated_at' },
  'status of few, last changed': { where: { status: 'draft' }, orderBy: '-updated_at' },
  'two statuses of few': { where: { status: { in: ['draft', 'deleted'] } } },
  'highlighted, by date': { where: { state: 'highlighted' }, orderBy: '-publish_date' },
  'page far in': { offset: Math.floor(ROWS / 2) },
  'search of few hits': { search: '4242' },
  'search of few hits, by date': { search: '4242', orderBy: '-publish_date' },
  'search of a word': { search: 'river' },
  'search of a word, by date': { search: 'river', orderBy: '-publish_date' },
  'search of two words': { search: 'river bridge' },
  'search of a phrase': { search: '"river and"' },
  'search of a beginning': { search: 'b*' },
  'search of a word with a tag': { search: 'river', where: { tags: 'frequent' } },
  'search without a word': { search: '-river' },
} as const;

const VIEWERS = {
  anyone: makeCall({ caller: { kind: 'anonymous', id: null, name: null, tenantId: null, role: null } }),
  editor: makeCall({ caller: { kind: 'token', id: 'e', name: 'E', tenantId: null, role: 'editor' } }),
  tenant: makeCall({ caller: { kind: 'token', id: 't', name: 'T', tenantId: SMALL_TENANT, role: 'viewer' } }),
};

type Viewer = keyof typeof VIEWERS;

interface Published {
  readonly table: string;
  readonly asked: Asked;
  readonly plan: Plan;
}

const published: Published[] = [];
subscribe('colophon:plan', (message) => {
  if ((message as Published).table === 'contents') published.push(message as Published);
});

/** Returns the plan of a list; a ranked search is ordered anew by a second read. */
async function planOf(list: () => Promise<unknown>): Promise<Published> {
  published.length = 0;
  await list();
  const [first] = published;
  if (!first) throw new Error('No plan was published.');
  return first;
}

/** Something is written, so that nothing read before is valid. */
async function write(database: Database): Promise<void> {
  await database.run({ sql: 'INSERT INTO bench_writes VALUES (1)', parameters: [] });
}

async function timeOf(database: Database, read: () => Promise<unknown>): Promise<number> {
  await write(database);
  const began = performance.now();
  await read();
  return performance.now() - began;
}

/** Times alternatives in turns. Returns the median of each, in milliseconds. */
async function timesOf(database: Database, alternatives: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = alternatives.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, read] of alternatives.entries()) times[at]?.push(await timeOf(database, read));
  return times.map(median);
}

/** The pages that PostgreSQL looks at, in its cache and beyond; SQLite counts none. */
async function pagesOf(database: Database, { sql, ...statement }: Statement): Promise<number> {
  const rows = await database.all({ ...statement, sql: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, repeatable: false });
  const [{ Plan: plan }] = JSON.parse(String(rows[0]?.['QUERY PLAN'])) as [{ Plan: Record<string, number> }];
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

const OWN = { kind: 'database' } as const;

/** Measures each list: the page and its count, as planned, as the database finds them by itself, and by hand. */
async function measure(database: Database, title: string, viewers: readonly Viewer[]): Promise<void> {
  const { dialect } = database;
  const isPostgres = dialect.name === 'postgres';
  const presence = (Contents.objectClass as { readonly presentPresence?: typeof table.presence }).presentPresence ?? {};
  const table = plannedTable(Contents.objectClass.definition, presence, dialect);
  const rows: string[][] = [];
  for (const [name, query] of Object.entries(LISTS).filter(([each]) => each.includes(argv[5] ?? ''))) {
    for (const viewer of viewers) {
      const contents = new Contents(database, VIEWERS[viewer]);
      const { asked, plan } = await planOf(() => contents.rows({ limit: 20, ...query } as never));
      const page = (as: Plan): Statement => selectStatement(table, { ...asked, limit: asked.limit + 1 }, as, dialect);
      const count = (as: Plan): Statement => countStatement(table, asked, as, dialect);
      // PostgreSQL by itself checks the rows from the newest on until it has those that are ranked.
      const ranked = { rows: { kind: 'ranked' }, search: isPostgres ? 'check' : 'database' } as const;
      const own: Plan = { ...plan, ...(asked.order ? { rows: OWN, search: 'database' } : ranked), count: OWN };
      const byHand = viewer === 'anyone' ? BY_HAND[name]?.[dialect.name] : undefined;
      const free = (each: Statement): Statement => ({ ...each, byIndex: false });
      const statements = [page(plan), free(page(own)), count(plan), free(count(own)), byHand?.page, byHand?.count];
      const reads = statements.map((each) => () => (each ? database.all({ ...each, long: true }) : Promise.resolve()));
      const whole = () => contents.rows({ limit: 20, ...query, count: 'none' } as never);
      const [all = 0, ...times] = await timesOf(database, [whole, ...reads]);
      const pages = isPostgres
        ? await Promise.all(statements.slice(0, 4).map((each) => (each ? pagesOf(database, each) : Promise.resolve(undefined))))
        : [];
      const shown = times.map((time, at) => {
        if (!statements[at]) return '';
        return `${time < 10 ? time.toFixed(1) : time.toFixed(0)}${pages[at] === undefined ? '' : ` (${pages[at]})`}`;
      });
      rows.push([
        name,
        viewer,
        plan.rows.kind + (asked.search && asked.order ? `, ${plan.search}` : ''),
        all.toFixed(1),
        ...shown.slice(0, 2),
        shown[4] ?? '',
        plan.count.kind,
        ...shown.slice(2, 4),
        shown[5] ?? '',
      ]);
    }
  }
  console.log(`\n${title}: milliseconds${isPostgres ? ' (pages)' : ''}`);
  printTable(
    ['list', 'viewer', 'page by', 'with probes', 'page', 'database’s own', 'by hand', 'count by', 'count', 'database’s own', 'by hand'],
    rows,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'colophon-plans-'));
const postgres = argv[4] === 'postgres' ? await startPostgres({ durable: true }) : undefined;
try {
  const database = await openDatabase(postgres ? await postgres.createDatabase() : `sqlite:${join(folder, 'plans.sqlite')}`);
  await applyMigrations(database, newsroomTable().schema);
  await fillSkewed(database, ROWS);
  await database.runScript(['CREATE TABLE bench_writes (a integer)']);
  if (!postgres) await measure(database, 'Without statistics', ['anyone', 'tenant']);
  const began = performance.now();
  await database.analyze();
  console.log(`\nThe statistics took ${(performance.now() - began).toFixed(0)} ms.`);
  await measure(database, `${ROWS} pieces on ${postgres ? 'PostgreSQL' : 'SQLite'}`, ['anyone', 'editor', 'tenant']);
  await database.close();
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
