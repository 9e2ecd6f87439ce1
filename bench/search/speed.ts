import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CONTENT_COLLECTIONS, Contents, type SearchInput } from '@colophon/content';
import { anonymous, applyMigrations, type Database, makeCall, openDatabase, operationTable } from '@colophon/core';
import { Jobs } from '@colophon/core/jobs';
import { fillWords } from '@colophon/core/search';
import { startPostgres } from '@colophon/core/testing';
import { TagAliases, Tags } from '@colophon/tags';
import { printTable } from '../support/table.ts';
import { type Post, readPosts } from './posts.support.ts';

// The time of searches in `PIECES` pieces (200,000) of 2 KB, made of the paragraphs of real posts in the folder `POSTS`, after a write each;
// the longest that the event loop was busy meanwhile; the duration of filling the words in use, and their size.
const folder = process.env['POSTS'];
const pieces = Number(process.env['PIECES'] ?? 200_000);
const RUNS = 30;
const SOURCE = { table: 'contents', key: 'id', columns: ['title', 'description', 'body'], language: 'language' };
const WORDS = [
  'design',
  'agencies',
  'procurement',
  'budget',
  'accessibility',
  'the code',
  'open source',
  'plain language',
  'hiring designers',
];
const MISTAKES = ['accessability', 'procurment', 'desgin', 'langauge', 'budgett'];

const SEARCHES: readonly (readonly [string, readonly string[], Partial<SearchInput>])[] = [
  ['ranked', WORDS, { highlight: false }],
  ['with passages', WORDS, {}],
  ['with three facets', WORDS, { facets: ['type', 'tags', 'year'] }],
  ['corrected', MISTAKES, { highlight: false }],
];

async function make(url: string, posts: readonly Post[]): Promise<Database> {
  const database = await openDatabase(url);
  const { schema } = operationTable([...CONTENT_COLLECTIONS, Tags, TagAliases, Jobs]);
  await applyMigrations(database, schema);
  const table = schema.find(({ name }) => name === 'contents');
  const paragraphs = posts.flatMap(({ body }) => body.split('\n\n')).filter((text) => text.length > 200 && text.length < 1500);
  const { dialect } = database;
  const { searchColumn } = dialect;
  for (let at = 0; at < pieces; at += 500) {
    const rows = Array.from({ length: Math.min(500, pieces - at) }, (_, index) => rowOf(at + index, posts, paragraphs, dialect));
    const values = rows.map((row) =>
      searchColumn && table?.search ? { ...row, [searchColumn.name]: searchColumn.valueOf(table.search, row) } : row,
    );
    await database.run(dialect.builder.insertInto('contents').values(values).compile());
  }
  if (dialect.name === 'postgres') await database.run({ sql: 'ANALYZE', parameters: [] });
  return database;
}

function rowOf(
  index: number,
  posts: readonly Post[],
  paragraphs: readonly string[],
  dialect: Database['dialect'],
): Record<string, unknown> {
  const post = posts[(index * 7919) % posts.length];
  const body = Array.from({ length: 4 }, (_, part) => paragraphs[(index * 104_729 + part * 7907) % paragraphs.length]).join('\n\n');
  const at = dialect.encode('datetime', new Date(Date.UTC(2014, 0, 1) + (index % 4000) * 86_400_000).toISOString());
  return {
    id: `0190${index.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`.slice(0, 36),
    type: index % 5 === 0 ? 'page' : 'article',
    title: post?.title ?? 'A post',
    description: post?.description ?? null,
    body,
    bodyFormat: 'markdown',
    slug: `piece-${index}`,
    context: '',
    status: 'published',
    state: 'active',
    tags: dialect.encode('list', post?.tags ?? []),
    authors: dialect.encode('list', post?.authors ?? []),
    metadata: dialect.encode('json', {}),
    publish_date: at,
    rev: 1,
    created_at: at,
    updated_at: at,
  };
}

/** The longest time that the event loop was busy at once while something ran. */
async function watched<T>(work: () => Promise<T>): Promise<{ readonly busiest: number }> {
  let busiest = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      const began = performance.now();
      await wait(1);
      busiest = Math.max(busiest, performance.now() - began - 1);
    }
  })();
  await work();
  isDone = true;
  await watching;
  return { busiest };
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;
}

async function measure(name: string, database: Database): Promise<void> {
  const began = performance.now();
  const filling = await watched(async () => {
    while (await fillWords(database, [SOURCE])) await wait(0);
  });
  const words = Number((await database.first({ sql: 'SELECT count(*) AS count FROM search_words', parameters: [] }))?.['count']);
  console.log(
    `\n${name}: ${words} words filled in ${((performance.now() - began) / 1000).toFixed(1)} s, busy for ${filling.busiest.toFixed(0)} ms at most`,
  );
  const contents = new Contents(database, makeCall({ caller: anonymous(null) }));
  const owner = new Contents(database);
  const rows: string[][] = [];
  for (const [what, queries, more] of SEARCHES) {
    const times: number[] = [];
    let busiest = 0;
    for (let run = 0; run < RUNS; run += 1) {
      // Nothing is cached after a write.
      await owner.add({ title: `Note ${name} ${what} ${run}`, type: 'note' });
      const q = queries[run % queries.length] ?? '';
      const start = performance.now();
      const { busiest: busy } = await watched(() => contents.search({ q, ...more }));
      times.push(performance.now() - start);
      // The first ones start threads and load code.
      if (run >= queries.length) busiest = Math.max(busiest, busy);
    }
    const warm = times.slice(queries.length);
    rows.push([what, quantile(warm, 0.5).toFixed(0), quantile(warm, 0.95).toFixed(0), busiest.toFixed(0)]);
  }
  printTable([name, 'median, ms', 'p95, ms', 'busy, ms'], rows);
}

async function sizes(database: Database): Promise<string> {
  if (database.dialect.name === 'sqlite') {
    const sql = 'SELECT sum(pgsize) AS size FROM dbstat WHERE name LIKE ?';
    try {
      const of = async (like: string) => Number((await database.first({ sql, parameters: [like] }))?.['size'] ?? 0) / 1e6;
      return `index ${(await of('contents_search%')).toFixed(1)} MB, words ${(await of('search_words%')).toFixed(1)} MB`;
    } catch {
      return 'sizes unknown';
    }
  }
  const row = await database.first({
    sql: "SELECT pg_relation_size((SELECT indexrelid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'gin' AND c.relname LIKE 'contents%search%' LIMIT 1)) AS index, pg_total_relation_size('search_words') AS words",
    parameters: [],
  });
  return `index ${(Number(row?.['index']) / 1e6).toFixed(1)} MB, words ${(Number(row?.['words']) / 1e6).toFixed(1)} MB`;
}

if (folder === undefined) console.log('Set POSTS to a folder of posts in Markdown.');
else {
  const posts = await readPosts(folder);
  const directory = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
  if (process.env['ONLY'] !== 'postgres') {
    const file = join(directory, 'search.sqlite');
    const sqlite = await make(`sqlite:${file}`, posts);
    await measure('SQLite', sqlite);
    console.log(`${await sizes(sqlite)}; the file has ${((await stat(file)).size / 1e6).toFixed(0)} MB`);
    await sqlite.close();
  }
  if (process.env['ONLY'] !== 'sqlite') {
    const postgres = await startPostgres();
    const database = await make(await postgres.createDatabase(), posts);
    await measure('PostgreSQL', database);
    console.log(await sizes(database));
    await database.close();
    await postgres.stop();
  }
  await rm(directory, { recursive: true, force: true });
}
