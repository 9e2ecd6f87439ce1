import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { WrittenText } from './count-words.ts';

/** Where words come from: the searched columns of a table, without personal data. */
export interface WordSource {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
  /** The column with the language of a row, if there is one. */
  readonly language: string | undefined;
}

/** Returns the texts of the rows after a key, in the order of keys, and the last of these keys; none at the end. */
export async function readTexts(
  database: Database,
  source: WordSource,
  after: string | null,
  limit: number,
): Promise<{ readonly texts: readonly WrittenText[]; readonly last: string | undefined }> {
  const query = select(database, source).orderBy(source.key).limit(limit);
  const rows = await database.all((after === null ? query : query.where(sql.ref(source.key), '>', after)).compile());
  const last = rows.at(-1)?.[source.key];
  return { texts: rows.map((row) => textOf(source, row)), last: typeof last === 'string' ? last : undefined };
}

/** Returns the texts of some rows. */
export async function readTextsOf(database: Database, source: WordSource, keys: readonly string[]): Promise<readonly WrittenText[]> {
  if (keys.length === 0) return [];
  const rows = await database.all(select(database, source).where(sql.ref(source.key), 'in', keys).compile());
  return rows.map((row) => textOf(source, row));
}

/** Returns the texts of the rows that were changed since a moment. */
export async function readTextsSince(database: Database, source: WordSource, since: Date, limit: number): Promise<readonly WrittenText[]> {
  const moment = database.dialect.encode('datetime', since.toISOString());
  const rows = await database.all(
    select(database, source).where('updated_at', '>=', moment).orderBy('updated_at', 'desc').limit(limit).compile(),
  );
  return rows.map((row) => textOf(source, row));
}

function select(database: Database, { table, key, columns, language }: WordSource) {
  const names = [...new Set([key, ...columns, ...(language === undefined ? [] : [language])])];
  return database.dialect.builder.selectFrom(table).select(names);
}

function textOf({ columns, language }: WordSource, row: Readonly<Record<string, unknown>>): WrittenText {
  const texts = columns.map((name) => row[name]).filter((value) => typeof value === 'string');
  const stated = language === undefined ? null : row[language];
  return { text: texts.join('\n'), language: typeof stated === 'string' ? stated : null };
}
