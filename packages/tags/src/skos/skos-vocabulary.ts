import type { Database } from '@colophon/core';
import type { TagAlias } from '../aliases/tag-alias.ts';
import type { TagData } from '../stored/batch.ts';
import type { StoredTag } from '../stored/stored-tag.ts';

/** What reading and writing SKOS needs of the vocabulary that it speaks of; `Tags` has it. */
export interface SkosVocabulary {
  readonly database: Database;
  transaction<R>(work: () => Promise<R>): Promise<R>;
  listTags(filter: { readonly context: string }): Promise<readonly StoredTag[]>;
  getForUpdate(slug: string): Promise<StoredTag | undefined>;
  createTag(data: TagData): Promise<StoredTag>;
  getAliasesForTag(slug: string): Promise<readonly TagAlias[]>;
  addAlias(slug: string, alias: string, language: string | null, context: string | null): Promise<TagAlias>;
}
