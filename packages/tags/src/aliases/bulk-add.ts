import type { Collection } from '@colophon/core';
import { relocateError } from '../stored/batch.ts';
import { foldAlias, normalizeAlias } from './fold.ts';
import type { TagAlias } from './tag-alias.ts';

/** The data of a new alias. */
export interface AliasData {
  readonly tag_slug: string;
  readonly alias: string;
  /** ISO 639-1; null or absent for every language. */
  readonly language?: string | null | undefined;
  readonly context?: string | null | undefined;
}

/** The existing and created aliases, in the order of the request, and how many of them are new. */
export interface AddedAliases {
  readonly aliases: readonly TagAlias[];
  readonly created: number;
}

/**
 * Adds many aliases in one transaction; existing ones are returned unchanged, and a fault names its entry.
 *
 * @throws ValidationError `tag_not_found` and others, below `/aliases/<index>`
 */
export function addAliases(collection: Collection<TagAlias>, requested: readonly AliasData[]): Promise<AddedAliases> {
  return collection.transaction(async () => {
    const aliases: TagAlias[] = [];
    let created = 0;
    // In a fixed order, so that two callers do not deadlock.
    const order = [...requested.keys()].sort((a, b) => compare(keyOf(requested[a]), keyOf(requested[b])));
    for (const index of order) {
      const { tag_slug: tagSlug, alias, language = null, context = null } = requested[index] as AliasData;
      const fields = { tag_slug: tagSlug, alias: normalizeAlias(alias), language, context };
      try {
        const existing = await collection.find(fields);
        if (existing === undefined) created += 1;
        aliases[index] = existing ?? (await collection.getOrUpsert(fields));
      } catch (error) {
        throw relocateError(error, `/aliases/${index}`);
      }
    }
    return { aliases, created };
  });
}

function keyOf(data: AliasData | undefined): string {
  return data === undefined ? '' : `${data.tag_slug}\n${foldAlias(data.alias)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
