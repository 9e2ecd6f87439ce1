import type { Call, Database } from '@colophon/core';
import type { TagAlias } from '../aliases/tag-alias.ts';
import type { TagData } from '../stored/batch.ts';
import type { StoredTag } from '../stored/stored-tag.ts';

/** The methods of the vocabulary that SKOS import and export use; `Tags` implements it. */
export interface SkosVocabulary {
  readonly database: Database;
  readonly call: Call;
  transaction<R>(work: () => Promise<R>): Promise<R>;
  listTags(filter: { readonly context: string }): Promise<readonly StoredTag[]>;
  getForUpdate(slug: string): Promise<StoredTag | undefined>;
  createTag(data: TagData): Promise<StoredTag>;
  getAliasesForTag(slug: string): Promise<readonly TagAlias[]>;
  addAlias(slug: string, alias: string, language: string | null, context: string | null): Promise<TagAlias>;
}
