import { type Call, type Filter, object, reference, type SaveContext, text, ValidationError } from '@colophon/core';
import { refusal } from '../stored/refusal.ts';
import { shownSlug, storedSlug } from '../stored/stored-slug.ts';
import { requireOwnTag } from '../stored/tenants-of-tag.ts';
import { visibleTags } from '../stored/visible-tags.ts';
import { StoredTags } from '../stored/stored-tag.ts';
import { foldAlias, normalizeAlias } from './fold.ts';
import { isAliasLanguage } from './language.ts';

/**
 * Another name of a tag, in one language or in none. It belongs to the tenant of the tag. `alias_folded` is the alias without case and accents: the column for look-ups, because
 * both databases index it and it is folded identically.
 */
export class TagAlias extends object(
  {
    tag_slug: reference('tags', { required: true, onDelete: 'cascade', qualified: true, description: 'The tag.' }),
    alias: text({ required: true, maxLength: 500, description: 'The alternative name.' }),
    language: text({ description: 'ISO 639-1 code such as en; null for an alias of every language.' }),
    context: text({ minLength: 1, maxLength: 200, description: 'Where the alias is used, if relevant.' }),
    alias_folded: text({ required: true, private: true }),
  },
  {
    table: 'tag_aliases',
    tenant: true,
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
  protected override async beforeDelete({ call }: SaveContext): Promise<void> {
    requireOwnTag(call, { slug: this.tag_slug, tenantId: this.tenantId });
  }

  protected override async beforeSave({ database, created, changed, call }: SaveContext): Promise<void> {
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
    const given = this.tag_slug;
    const tag = await new StoredTags(database).getForUpdate(await storedSlug(database, call, given));
    if (!tag)
      throw refusal('/tag_slug', 'tag_not_found', `the tag ${shownSlug(given).slice(0, 200)} does not exist; create it first`, 'not_found');
    requireOwnTag(call, tag);
    this.tag_slug = tag.slug;
    this.tenantId = tag.tenantId;
  }
}

/** The aliases of tags that a call can read. */
function visibleAliases(call: Call): Filter | undefined {
  const filter = visibleTags(call);
  const target = { table: 'tags', key: 'slug', fields: {} };
  return filter && { kind: 'related', field: 'tag_slug', target, filter, isPerRow: true };
}

function fault(pointer: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer, code, detail }]);
}
