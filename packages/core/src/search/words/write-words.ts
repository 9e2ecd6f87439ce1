import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { UsedWord } from './count-words.ts';
import { WORDS_TABLE } from './word-tables.ts';

const ROWS_AT_ONCE = 2500;

/** Adds words that are not known yet; the counts of known ones stay those of the fill. Returns the number of new ones. */
export async function addWords(database: Database, words: readonly UsedWord[], fill: number): Promise<number> {
  return write(database, words, fill, sql`do nothing`);
}

/** Adds to the counts of a fill; the first of its counts replaces that of the fill before. */
export async function addCounts(database: Database, words: readonly UsedWord[], fill: number): Promise<void> {
  const table = sql.table(WORDS_TABLE);
  await write(
    database,
    words,
    fill,
    sql`(language, key, word) do update set
      docs = case when ${table}.fill = excluded.fill then ${table}.docs + excluded.docs else excluded.docs end, fill = excluded.fill`,
  );
}

/** Sets the counts of words that a fill finds among others; repeating it changes nothing. */
export async function setCounts(database: Database, words: readonly UsedWord[], fill: number): Promise<void> {
  await write(database, words, fill, sql`(language, key, word) do update set docs = excluded.docs, fill = excluded.fill`);
}

async function write(database: Database, words: readonly UsedWord[], fill: number, conflict: ReturnType<typeof sql>): Promise<number> {
  // In one order, so that two processes with the same new words do not wait for each other.
  const sorted = words.map((each) => [each.language, each.key, each.word, each.kind, each.docs]).toSorted(byKey);
  let added = 0;
  for (let at = 0; at < sorted.length; at += ROWS_AT_ONCE) {
    const rows = JSON.stringify(sorted.slice(at, at + ROWS_AT_ONCE));
    const from = database.dialect.name === 'sqlite' ? sql`json_each(${rows}) as _each` : sql`jsonb_array_elements(${rows}::jsonb) as _each`;
    const statement = sql`insert into ${sql.table(WORDS_TABLE)} (language, key, word, kind, docs, fill)
      select _each.value ->> 0, _each.value ->> 1, _each.value ->> 2, _each.value ->> 3, cast(_each.value ->> 4 as integer), cast(${fill} as integer)
      from ${from} where true on conflict ${conflict}`;
    added += await database.run(statement.compile(database.dialect.builder));
  }
  return added;
}

function byKey(one: readonly unknown[], other: readonly unknown[]): number {
  for (let at = 0; at < 3; at += 1) {
    const [left, right] = [String(one[at]), String(other[at])];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
