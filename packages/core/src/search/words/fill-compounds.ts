import { sql } from 'kysely';
import { eachInTurns } from '../../async/in-turns.ts';
import type { Database } from '../../storage/database.ts';
import { stemmerOf } from '../languages/stemmers.ts';
import type { UsedWord } from './count-words.ts';
import { PART_DOCS, SHORTEST_COMPOUND, SHORTEST_PART, splitCompound } from './split-compound.ts';
import { WORDS_TABLE } from './word-tables.ts';

const ROWS_AT_ONCE = 5000;

/** Returns the words of a language that are compounds, under the keys of their parts, as a running fill has counted them. */
export async function findCompounds(database: Database, language: string, fill: number): Promise<readonly UsedWord[]> {
  const docs = await readWords(database, language, fill);
  const stem = await stemmerOf(language);
  const found: UsedWord[] = [];
  await eachInTurns(docs, ([word, ofWord]) => {
    if (word.length < SHORTEST_COMPOUND) return;
    const own = new Set(stem(word, word));
    const parts = splitCompound(word, language, (part) => docs.get(part) ?? 0) ?? [];
    const keys = new Set(parts.flatMap((part) => stem(part, part)).filter((key) => !own.has(key)));
    for (const key of keys) found.push({ language, key, word, kind: 'part', docs: ofWord });
  });
  return found;
}

/** Returns the words of a language that can be compounds or parts, and the number of texts of each. */
async function readWords(database: Database, language: string, fill: number): Promise<ReadonlyMap<string, number>> {
  const docs = new Map<string, number>();
  let after: readonly [key: string, word: string] = ['', ''];
  for (;;) {
    const page = sql`select key, word, docs from ${sql.table(WORDS_TABLE)}
      where language = ${language} and (key, word) > (${after[0]}, ${after[1]}) and kind = 'form' and fill = ${fill}
      order by key, word limit ${sql.lit(ROWS_AT_ONCE)}`;
    const rows = await database.all(page.compile(database.dialect.builder));
    for (const row of rows) {
      const [word, count] = [String(row['word']), Number(row['docs'])];
      if (word.length >= SHORTEST_COMPOUND || (word.length >= SHORTEST_PART && count >= PART_DOCS)) docs.set(word, count);
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return docs;
    after = [String(last['key']), String(last['word'])];
  }
}
