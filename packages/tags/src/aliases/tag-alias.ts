import {
  type Call,
  collection,
  type Filter,
  type JsonObject,
  object,
  type Operations,
  recordOutput,
  reference,
  type SaveContext,
  text,
  ValidationError,
} from '@colophon/core';
import { z } from 'zod';
import { MAXIMUM_BULK, MAXIMUM_BULK_BODY } from '../stored/bulk.ts';
import { refusal } from '../stored/refusal.ts';
import { requireOwnTag } from '../stored/tenants-of-tag.ts';
import { visibleTags } from '../stored/visible-tags.ts';
import { StoredTags } from '../stored/stored-tag.ts';
import { type AddedAliases, addAliases, type AliasData } from './bulk-add.ts';
import { foldAlias, normalizeAlias } from './fold.ts';
import { isAliasLanguage } from './language.ts';

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

export type BulkAliasesInput = z.infer<typeof BulkAliasesInput>;

/**
 * Another name of a tag, in one language or in none. `alias_folded` is the alias without case and accents: the column for look-ups, because
 * both databases index it and it is folded identically.
 */
export class TagAlias extends object(
  {
    tag_slug: reference('tags', { required: true, onDelete: 'cascade', description: 'The tag.' }),
    alias: text({ required: true, maxLength: 500, description: 'The alternative name.' }),
    language: text({ description: 'ISO 639-1 code such as en; null for an alias of every language.' }),
    context: text({ minLength: 1, maxLength: 200, description: 'Where the alias is used, if relevant.' }),
    alias_folded: text({ required: true, private: true }),
  },
  {
    table: 'tag_aliases',
    api: { exclude: ['update'] },
    mcp: { exclude: ['update'] },
    cli: { include: ['list', 'get', 'create', 'delete', 'bulk'] },
    access: { read: 'public', create: 'editor', update: 'editor', delete: 'admin', visible: visibleAliases },
    unique: [['tag_slug', 'alias', 'language', 'context']],
    indexes: [['tag_slug'], ['alias'], ['alias', 'language'], ['alias_folded', 'language', 'tag_slug']],
    label: 'Tag aliases',
    description: 'Alternative names of tags, by language.',
  },
) {
  /** A tag that others use is found by it. */
  protected override beforeDelete({ database, call }: SaveContext): Promise<void> {
    return requireOwnTag(database, call, this.tag_slug);
  }

  protected override async beforeSave({ database, created, changed }: SaveContext): Promise<void> {
    if (typeof this.alias === 'string') {
      this.alias = normalizeAlias(this.alias);
      if (this.alias === '') throw fault('/alias', 'required', 'must not be blank');
      this.alias_folded = foldAlias(this.alias);
    }
    // One that was stored before this was required stays until it is changed.
    if ((created || changed.includes('language')) && this.language !== null && !isAliasLanguage(String(this.language))) {
      throw fault(
        '/language',
        'not_a_language',
        'must be an ISO 639-1 code of two lower-case letters such as en, or null for every language',
      );
    }
    if (typeof this.tag_slug !== 'string' || !(created || changed.includes('tag_slug'))) return;
    // The row is locked until this transaction ends, so that the tag cannot be deleted between this check and the write.
    const tag = await new StoredTags(database).getForUpdate(this.tag_slug);
    if (!tag)
      throw refusal('/tag_slug', 'tag_not_found', `the tag ${this.tag_slug.slice(0, 200)} does not exist; create it first`, 'not_found');
  }
}

/** The aliases of tags that a call can read. */
function visibleAliases(call: Call): Filter | undefined {
  const filter = visibleTags(call);
  const target = { table: 'tags', key: 'slug', fields: {} };
  return filter && { kind: 'related', field: 'tag_slug', target, filter, isPerRow: true };
}

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

function fault(pointer: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer, code, detail }]);
}
