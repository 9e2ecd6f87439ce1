import { located } from '../stored/batch.ts';
import { foldAlias, normalizeAlias } from './fold.ts';
import type { TagAlias, TagAliases } from './tag-alias.ts';

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
export function addAliases(collection: TagAliases, wanted: readonly AliasData[]): Promise<AddedAliases> {
  return collection.transaction(async () => {
    const aliases: TagAlias[] = [];
    let created = 0;
    // In a fixed order, so that two callers do not deadlock.
    const order = [...wanted.keys()].sort((one, other) => compare(keyOf(wanted[one]), keyOf(wanted[other])));
    for (const index of order) {
      const { tag_slug: tagSlug, alias, language = null, context = null } = wanted[index] as AliasData;
      const fields = { tag_slug: tagSlug, alias: normalizeAlias(alias), language, context };
      try {
        const known = await collection.find(fields);
        if (known === undefined) created += 1;
        aliases[index] = known ?? (await collection.getOrUpsert(fields));
      } catch (error) {
        throw located(error, `/aliases/${index}`);
      }
    }
    return { aliases, created };
  });
}

function keyOf(data: AliasData | undefined): string {
  return data === undefined ? '' : `${data.tag_slug}\n${foldAlias(data.alias)}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
