import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { applyMigrations, type Database, openDatabase, operationTable } from '@colophon/core';
import { foldAlias, TagAliases, Tags } from '@colophon/tags';

/*
 * What the tag service costs beside the bare SQL that does the same work: hierarchies in a tree of 100,000 tags, and
 * look-ups among 1,000,000 aliases. Medians of rounds that alternate between the two, in one process, on one file.
 */

const TAGS = Number(process.env['BENCH_TAGS'] ?? 100_000);
const ALIASES = Number(process.env['BENCH_ALIASES'] ?? 1_000_000);
const BRANCHES = 10;
const STAMP = '2026-01-01T00:00:00.000Z';

const directory = await mkdtemp(join(tmpdir(), 'colophon-bench-tags-'));
const path = join(directory, 'tags.sqlite');
try {
  const database = await openDatabase(`sqlite:${path}`);
  await applyMigrations(database, operationTable([Tags, TagAliases]).schema);
  await plant(database);
  const bare = new DatabaseSync(path, { readOnly: true });
  bare.exec('PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY;');
  console.log(`Node ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown processor'}, ${TAGS} tags, ${ALIASES} aliases\n`);
  await hierarchies(new Tags(database), bare);
  await searches(new Tags(database), bare);
  bare.close();
  await database.close();
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** The fastest hand-written reader: rows as arrays of values, and a plain object of each, its metadata parsed. */
function byHand(database: DatabaseSync, sql: string): (...parameters: readonly string[]) => object[] {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return (...parameters) =>
    (statement.all(...parameters) as unknown as readonly (readonly unknown[])[]).map((row) => ({
      slug: row[0],
      name: row[1],
      context: row[2],
      parent_slug: row[3],
      level: row[4],
      description: row[5],
      metadata: row[6] === null ? null : (JSON.parse(row[6] as string) as unknown),
      rev: row[7],
      created_at: row[8],
      updated_at: row[9],
    }));
}

/**
 * A complete tree: tag n is below tag (n - 1) / 10. Rows are inserted as they would be stored, without hooks, which are not measured here.
 */
async function plant(database: Database): Promise<void> {
  const levels: number[] = [];
  for (let number = 0; number < TAGS; number += 1) levels.push(number === 0 ? 0 : (levels[Math.floor((number - 1) / BRANCHES)] ?? 0) + 1);
  await database.transaction(async () => {
    for (let number = 0; number < TAGS; number += 1) {
      await database.run({
        sql: 'insert into tags (slug, name, context, parent_slug, level, description, metadata, rev, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)',
        parameters: [
          `tag-${number}`,
          `Tag ${number}`,
          'global',
          number === 0 ? null : `tag-${Math.floor((number - 1) / BRANCHES)}`,
          levels[number],
          null,
          number % 10 === 0 ? '{"colour":"red"}' : null,
          STAMP,
          STAMP,
        ],
      });
    }
    for (let number = 0; number < ALIASES; number += 1) {
      const alias = `Alias Number ${Math.floor(number / 4)}`;
      await database.run({
        sql: 'insert into tag_aliases (id, tag_slug, alias, language, context, alias_folded, rev, created_at, updated_at) values (?, ?, ?, ?, null, ?, 1, ?, ?)',
        parameters: [
          `id-${number}`,
          `tag-${(number * 7919) % TAGS}`,
          alias,
          ['en', 'fr', 'de', null][number % 4] ?? null,
          foldAlias(alias),
          STAMP,
          STAMP,
        ],
      });
    }
  });
}

async function hierarchies(tags: Tags, bare: DatabaseSync): Promise<void> {
  const columns = 't.slug, t.name, t.context, t.parent_slug, t.level, t.description, t.metadata, t.rev, t.created_at, t.updated_at';
  // Hand-written code: it assumes that there are no cycles. The cross joins keep SQLite from scanning the table.
  const read = byHand(
    bare,
    `
    with recursive up(slug) as (
      select parent_slug from tags where slug = ?1 and parent_slug is not null
      union all select t.parent_slug from up cross join tags t on t.slug = up.slug where t.parent_slug is not null
    ), down(slug) as (
      select slug from tags where slug = ?1 union all select t.slug from down cross join tags t on t.parent_slug = down.slug
    )
    select ${columns} from up cross join tags t on t.slug = up.slug
    union all select ${columns} from down cross join tags t on t.slug = down.slug`,
  );
  for (const [what, number, runs] of [
    ['hierarchy of the root, all below it', 0, 1],
    ['hierarchy of a branch', 1, 5],
    ['hierarchy of a twig', 200, 200],
    ['hierarchy of a leaf', TAGS - 1, 500],
  ] as const) {
    const slug = `tag-${number}`;
    await compare(what, runs, {
      ours: async () => {
        const { ancestors, descendants } = await tags.getTagHierarchy(slug);
        return ancestors.length + descendants.length + 1;
      },
      bare: () => read(slug).length,
    });
  }
}

async function searches(tags: Tags, bare: DatabaseSync): Promise<void> {
  const columns = 'slug, name, context, parent_slug, level, description, metadata, rev, created_at, updated_at';
  const any = byHand(
    bare,
    `select ${columns} from tags where slug in (select tag_slug from tag_aliases where alias_folded = ?) order by slug`,
  );
  const one = byHand(
    bare,
    `select ${columns} from tags where slug in (select tag_slug from tag_aliases where alias_folded = ? and (language = ? or language is null)) order by slug`,
  );
  let turn = 0;
  const next = (): string => `ALIAS number ${(turn = (turn + 7919) % Math.floor(ALIASES / 4))}`;
  await compare('search by alias', 1000, {
    ours: async () => (await tags.searchByAlias(next())).length,
    bare: () => any(foldAlias(next())).length,
  });
  await compare('search by alias and language', 1000, {
    ours: async () => (await tags.searchByAlias(next(), 'fr')).length,
    bare: () => one(foldAlias(next()), 'fr').length,
  });
}

interface Contest {
  ours: () => Promise<number>;
  bare: () => number;
}

async function compare(what: string, runs: number, { ours, bare }: Contest): Promise<void> {
  const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
  let rows = 0;
  for (let round = 0; round < 12; round += 1) {
    for (const name of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
      const start = performance.now();
      for (let run = 0; run < runs; run += 1) rows = name === 'ours' ? await ours() : bare();
      // The first rounds warm up the code, the statements and the pages.
      if (round >= 3) times[name].push((performance.now() - start) / runs);
    }
  }
  const [one, other] = [median(times.ours), median(times.bare)];
  console.log(
    `${what.padEnd(36)} ${String(rows).padStart(6)} rows   ${one.toFixed(3)} ms   bare ${other.toFixed(3)} ms   ${(one / other).toFixed(2)}×`,
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
