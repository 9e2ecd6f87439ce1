import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@colophon/core/testing';
import { printTable } from '../support/table.ts';
import { type GradedQuery, judgedByHand, readGradedQueries } from './graded-queries.support.ts';
import { halfOf, type Judged, judgedSets, ndcg, readPosts } from './posts.support.ts';
import { databaseOf, miniSearch, type System, systemsOf } from './systems.support.ts';

// How good the first ten results of searches are, on real posts in the folder `POSTS`: nDCG@10, searches without a result, and the 95th
// percentile of the time. Beside it the words as typed in the order of the database alone, and MiniSearch with its fuzzy search. One half
// of the queries is for tuning; the other one decides. `HALF=tuning` shows the first, `WORST=1` the worst queries, and `UNGRADED=1` those
// first ten results of queries graded by hand that have no grade yet.
const folder = process.env['POSTS'];
const half = process.env['HALF'] ?? 'confirming';

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

async function printUngraded(graded: readonly GradedQuery[], systems: readonly (readonly [string, System])[]): Promise<void> {
  for (const { query, judgements } of graded) {
    const known = new Set(judgements.map(({ post }) => post));
    const found = await Promise.all(systems.map(async ([, system]) => (await system(query)).slice(0, 10)));
    for (const post of new Set(found.flat())) if (!known.has(post)) console.log(JSON.stringify([query, post]));
  }
}

if (folder === undefined) console.log('Set POSTS to a folder of posts in Markdown.');
else {
  const posts = await readPosts(folder);
  const directory = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
  const postgres = process.env['ONLY'] === 'sqlite' ? undefined : await startPostgres();
  const sqlite = await databaseOf(`sqlite:${join(directory, 'search.sqlite')}`, posts);
  const other = postgres && (await databaseOf(await postgres.createDatabase(), posts));
  const systems = [
    ...systemsOf('SQLite', sqlite),
    ...(other ? systemsOf('PostgreSQL', other) : []),
    ['MiniSearch', miniSearch(posts)] as const,
  ];
  const graded = await readGradedQueries();
  if (process.env['UNGRADED'] !== undefined) await printUngraded(graded, systems);
  const rows: string[][] = [];
  for (const [name, all] of judgedSets(posts, judgedByHand(graded))) {
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
