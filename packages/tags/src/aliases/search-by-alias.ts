import type { Database } from '@colophon/core';
import { compiledOnce } from '../hierarchy/compiled-once.ts';
import { TAG_COLUMNS, type TagRecord, tagRecord } from '../vocabulary/tag-record.ts';
import { foldAlias } from './fold.ts';

/**
 * Finds the tags that have this alias, without regard to case, each once and in the order of their slugs. With a
 * language, the aliases of that language and the neutral ones count.
 */
export async function searchByAlias(database: Database, alias: string, language?: string | null): Promise<TagRecord[]> {
  const folded = foldAlias(alias);
  const statement = language === null || language === undefined ? inAnyLanguage(database, folded) : inLanguage(database, folded, language);
  return (await database.values(statement)).map((values) => tagRecord(database, values));
}

const inAnyLanguage = compiledOnce(
  `select ${TAG_COLUMNS} from tags where slug in (select tag_slug from tag_aliases where alias_folded = {}) order by slug`,
);

const inLanguage = compiledOnce(
  `select ${TAG_COLUMNS} from tags
  where slug in (select tag_slug from tag_aliases where alias_folded = {} and (language = {} or language is null)) order by slug`,
);
