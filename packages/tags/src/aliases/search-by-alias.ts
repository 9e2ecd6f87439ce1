import type { Database } from '@colophon/core';
import { compiledOnce } from '../stored/compiled-once.ts';
import { TAG_COLUMNS, type TagRecord, tagRecord } from '../stored/tag-record.ts';
import { foldsOf } from './fold.ts';

/**
 * Finds the tags of all tenants with this alias, as they are stored, ignoring case and accents, each once and ordered by slug. With a language, aliases of that language and
 * neutral ones match.
 */
export async function searchByAlias(database: Database, alias: string, language?: string | null): Promise<TagRecord[]> {
  const [folded, before = folded] = foldsOf(alias);
  const statement =
    language === null || language === undefined ? inAnyLanguage(database, folded, before) : inLanguage(database, folded, before, language);
  return (await database.values(statement)).map((values) => tagRecord(database, values));
}

const inAnyLanguage = compiledOnce(
  `select ${TAG_COLUMNS} from tags where slug in (select tag_slug from tag_aliases where alias_folded in ({}, {})) order by slug`,
);

const inLanguage = compiledOnce(
  `select ${TAG_COLUMNS} from tags
  where slug in (select tag_slug from tag_aliases where alias_folded in ({}, {}) and (language = {} or language is null)) order by slug`,
);
