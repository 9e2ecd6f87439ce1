import {
  collection,
  type JsonObject,
  type Operations,
  type Page,
  type Query,
  recordOutput,
  type RowQuery,
  type StoredValues,
} from '@colophon/core';
import { z } from 'zod';
import { MAXIMUM_BULK, MAXIMUM_BULK_BODY } from '../stored/bulk.ts';
import { whereMeant } from '../stored/meant-tags.ts';
import { storedSlug } from '../stored/stored-slug.ts';
import { StoredTags } from '../stored/stored-tag.ts';
import { type AddedAliases, addAliases, type AliasData } from './bulk-add.ts';
import { normalizeAlias } from './fold.ts';
import { TagAlias } from './tag-alias.ts';

export const BulkAliasesInput = z.strictObject({
  aliases: z
    .array(
      z.strictObject({
        tag_slug: z.string().describe('The tag.'),
        alias: z.string().describe('The alternative name.'),
        language: z.string().nullable().optional().describe('ISO 639-1 code; null or absent for an alias of every language.'),
        context: z.string().nullable().optional().describe('Where the alias is used, if relevant.'),
      }),
    )
    .max(MAXIMUM_BULK)
    .describe('The aliases; existing ones are not changed.'),
});
const BulkAliasesOutput = z.object({
  items: z.array(recordOutput()),
  count: z.int(),
  created: z.int().describe('The number of new aliases.'),
});

type AliasQuery = Query<StoredValues<TagAlias>>;

export type BulkAliasesInput = z.infer<typeof BulkAliasesInput>;

/** The aliases of tags. */
export class TagAliases extends collection(TagAlias, { requires: () => [StoredTags] }) {
  static readonly operations: Operations<TagAliases> = {
    bulk: {
      input: BulkAliasesInput,
      output: BulkAliasesOutput,
      access: 'editor',
      bodyLimit: MAXIMUM_BULK_BODY,
      description: 'Add aliases to many tags at once, all or none; existing ones are kept.',
    },
  };

  override async page(query: AliasQuery & { count?: 'exact' | 'none' } = {}): Promise<Page<TagAlias>> {
    return super.page(await this.#meant(query));
  }

  override async rows(query: RowQuery<StoredValues<TagAlias>> = {}): Promise<Page<Record<string, unknown>>> {
    return super.rows(await this.#meant(query));
  }

  override async count(query: AliasQuery = {}): Promise<number> {
    return super.count(await this.#meant(query));
  }

  override async find(where: NonNullable<AliasQuery['where']>): Promise<TagAlias | undefined> {
    return super.find(await whereMeant(this.database, this.call, where));
  }

  override async getOrUpsert(
    data: Readonly<Partial<StoredValues<TagAlias>>>,
    defaults?: Readonly<Partial<StoredValues<TagAlias>>>,
  ): Promise<TagAlias> {
    const { tag_slug: slug } = data;
    const tag_slug = typeof slug === 'string' ? await storedSlug(this.database, this.call, slug) : slug;
    return super.getOrUpsert({ ...data, ...(tag_slug === undefined ? {} : { tag_slug }) }, defaults);
  }

  async #meant<Q extends { readonly where?: unknown }>(query: Q): Promise<Q> {
    return query.where === undefined ? query : { ...query, where: await whereMeant(this.database, this.call, query.where) };
  }

  /**
   * Adds an alias to a tag. An existing alias with the same tag, text, language and context is returned unchanged, so that repeated or
   * concurrent calls create one alias.
   *
   * @param language ISO 639-1; null for an alias of every language
   * @throws ValidationError if the tag does not exist, or the language is invalid
   * @example
   * await aliases.addAlias('open-source', 'Logiciel libre', 'fr');
   */
  addAlias(tagSlug: string, alias: string, language: string | null = null, context: string | null = null): Promise<TagAlias> {
    return this.getOrUpsert({ tag_slug: tagSlug, alias: normalizeAlias(alias), language, context });
  }

  /**
   * Adds aliases to many tags, all or none. Existing aliases are returned unchanged.
   *
   * @throws ValidationError naming the entry: `/aliases/3/tag_slug`
   */
  bulkAddAliases(aliases: readonly AliasData[]): Promise<AddedAliases> {
    return addAliases(this, aliases);
  }

  async bulk({ aliases }: BulkAliasesInput): Promise<{ items: JsonObject[]; count: number; created: number }> {
    const added = await this.bulkAddAliases(aliases);
    return { items: added.aliases.map((alias) => alias.toJSON()), count: added.aliases.length, created: added.created };
  }

  /** Deletes an alias; returns whether there was one. */
  removeAlias(id: string): Promise<boolean> {
    return this.transaction(async () => {
      const existing = await this.getForUpdate(id);
      await existing?.delete();
      return existing !== undefined;
    });
  }

  /** Returns every alias of a tag, in alphabetical order. With a language, those of that language and neutral ones. */
  async getAliasesForTag(tagSlug: string, language?: string | null): Promise<TagAlias[]> {
    const result: TagAlias[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.page({
        where: { tag_slug: tagSlug, ...(language ? { any: [{ language }, { language: null }] } : {}) },
        orderBy: 'alias',
        limit: 1000,
        count: 'none',
        ...(cursor === undefined ? {} : { cursor }),
      });
      result.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return result;
  }
}
