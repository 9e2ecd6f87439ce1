import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTENT_COLLECTIONS, Contents } from '@colophon/content';
import { applyMigrations, type Database, makeCall, openDatabase, operationTable, anonymous } from '@colophon/core';
import { Jobs } from '@colophon/core/jobs';
import { fillWords, parseSearch } from '@colophon/core/search';
import { startPostgres } from '@colophon/core/testing';
import { TagAliases, Tags } from '@colophon/tags';
import MiniSearch from 'minisearch';
import { printTable } from '../support/table.ts';
import { halfOf, type Judged, judgedSets, ndcg, type Post, readPosts } from './posts.support.ts';

// How good the first ten results of searches are, on real posts in the folder `POSTS`: nDCG@10, searches without a result, and the 95th
// percentile of the time. Beside it the words as typed in the order of the database alone, and MiniSearch with its fuzzy search. One half
// of the queries is for tuning; the other one decides. `HALF=tuning` shows the first, `WORST=1` the worst queries.
const folder = process.env['POSTS'];
const half = process.env['HALF'] ?? 'confirming';

type System = (query: string) => Promise<readonly string[]>;

const sourceOf = { table: 'contents', key: 'id', columns: ['title', 'description', 'body'], language: 'language' };

async function open(url: string, posts: readonly Post[]): Promise<Database> {
  const database = await openDatabase(url);
  await applyMigrations(database, operationTable([...CONTENT_COLLECTIONS, Tags, TagAliases, Jobs]).schema);
  const contents = new Contents(database);
  for (const { date, slug, title, description, body, tags, authors } of posts)
    await contents.add({
      title,
      description,
      body,
      slug,
      tags: [...tags],
      authors: [...authors],
      type: 'article',
      status: 'published',
      publish_date: date,
    });
  while (await fillWords(database, [sourceOf]));
  return database;
}

function systemsOf(name: string, database: Database): readonly (readonly [string, System])[] {
  const contents = new Contents(database, makeCall({ caller: anonymous(null) }));
  const slugs = new Map<string, string>();
  const slugOf = async (id: string): Promise<string> => {
    const known = slugs.get(id) ?? String((await contents.require(id)).slug);
    slugs.set(id, known);
    return known;
  };
  return [
    [
      `${name}, search`,
      async (query) => {
        const { items } = await contents.search({ q: query.slice(0, 200), limit: 20, highlight: false });
        return Promise.all(items.map(({ id }) => slugOf(id)));
      },
    ],
    [
      `${name}, as typed`,
      async (query) => {
        const rows = await contents.ranked({ terms: parseSearch(query), fields: ['id'], limit: 20 });
        return Promise.all(rows.map(({ id }) => slugOf(String(id))));
      },
    ],
  ];
}

function miniSearch(posts: readonly Post[]): System {
  const index = new MiniSearch({ idField: 'slug', fields: ['title', 'description', 'body', 'tags'] });
  index.addAll(posts.map((post) => ({ ...post, tags: post.tags.join(' ') })));
  return async (query) =>
    index
      .search(query, { fuzzy: 0.2, prefix: true, boost: { title: 10, description: 4 } })
      .slice(0, 20)
      .map(({ id }) => String(id));
}

async function measure(judged: readonly Judged[], system: System): Promise<string> {
  const gains: number[] = [];
  const times: number[] = [];
  let empty = 0;
  for (const each of judged) {
    const began = performance.now();
    let found: readonly string[] = [];
    try {
      found = await system(each.query);
    } catch {
      // No word to search for.
    }
    times.push(performance.now() - began);
    if (found.length === 0) empty += 1;
    gains.push(ndcg(found, each));
    if (process.env['WORST'] !== undefined && gains.at(-1) === 0)
      console.log(JSON.stringify([each.query, [...each.grades.keys()].slice(0, 2), found.slice(0, 3)]));
  }
  const mean = gains.reduce((sum, each) => sum + each, 0) / gains.length;
  const p95 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
  return `${mean.toFixed(3)} / ${Math.round((100 * empty) / judged.length)} % / ${p95.toFixed(0)}`;
}

if (folder === undefined) console.log('Set POSTS to a folder of posts in Markdown.');
else {
  const posts = await readPosts(folder);
  const directory = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
  const postgres = process.env['ONLY'] === 'sqlite' ? undefined : await startPostgres();
  const sqlite = await open(`sqlite:${join(directory, 'search.sqlite')}`, posts);
  const other = postgres && (await open(await postgres.createDatabase(), posts));
  const systems = [
    ...systemsOf('SQLite', sqlite),
    ...(other ? systemsOf('PostgreSQL', other) : []),
    ['MiniSearch', miniSearch(posts)] as const,
  ];
  const rows: string[][] = [];
  for (const [name, all] of judgedSets(posts)) {
    const judged = all.filter((each) => half === 'all' || halfOf(each) === half);
    const measured: string[] = [];
    for (const [, system] of systems) measured.push(await measure(judged, system));
    rows.push([`${name} (${judged.length})`, ...measured]);
  }
  console.log(`${posts.length} posts, the ${half} half: nDCG@10 / without a result / p95 in ms`);
  printTable(['queries', ...systems.map(([name]) => name)], rows);
  await sqlite.close();
  await other?.close();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true });
}
