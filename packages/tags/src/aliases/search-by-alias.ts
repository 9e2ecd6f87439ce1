import type { Database, Statement } from '@colophon/core';
import { sql } from 'kysely';
import { TAG_COLUMNS, type TagRecord, tagRecord } from '../vocabulary/tag-record.ts';
import { foldAlias } from './fold.ts';

/**
 * Finds the tags that have this alias, without regard to case, each once and in the order of their slugs. With a
 * language, the aliases of that language and the neutral ones count.
 */
export async function searchByAlias(database: Database, alias: string, language?: string | null): Promise<TagRecord[]> {
  const rows = await database.all(searchStatement(database, foldAlias(alias), language ?? null));
  return rows.map((row) => tagRecord(database, row));
}

const texts = new Map<string, string>();

/** The same text each time, so that the database keeps it prepared. */
function searchStatement(database: Database, folded: string, language: string | null): Statement {
  const { builder, name } = database.dialect;
  const key = `${name} ${language === null ? 'any' : 'one'}`;
  let text = texts.get(key);
  if (text === undefined) {
    const inLanguage = language === null ? sql`` : sql` and (language = ${language} or language is null)`;
    text = sql`
      select ${sql.raw(TAG_COLUMNS)} from tags
      where slug in (select tag_slug from tag_aliases where alias_folded = ${folded}${inLanguage})
      order by slug`.compile(builder).sql;
    texts.set(key, text);
  }
  return { sql: text, parameters: language === null ? [folded] : [folded, language] };
}
