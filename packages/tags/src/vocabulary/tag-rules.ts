import { type Database, type SaveContext, ValidationError } from '@colophon/core';
import { removeAliasesOf } from '../aliases/remove-aliases.ts';
import { handOverChildren } from '../hierarchy/hand-over-children.ts';
import { lockHierarchy } from '../hierarchy/lock.ts';
import { findPlace, levelOf } from '../hierarchy/place.ts';
import { relevelFrom } from '../hierarchy/relevel.ts';
import { releaseTags } from '../joins/release.ts';
import { requireOwnTag, tellTenants } from '../stored/tenants-of-tag.ts';
import { slugFault } from '../stored/slug.ts';
import { slugTaken } from '../stored/slug-taken.ts';
import { tagJoinsOf } from '../stored/tag-join.ts';
import { StoredTag } from '../stored/stored-tag.ts';

/** Before a tag is written: its slug is valid and free, the context is unchanged, the level follows from the parent. */
export async function prepareSave(tag: StoredTag, { created, previous, changed, database, call }: SaveContext): Promise<void> {
  if (created) await checkNew(database, tag);
  if (!(Number.isInteger(tag.level) && tag.level >= 0)) throw fault('/level', 'too_small', 'must be a whole number, 0 or more');
  if (typeof tag.name === 'string' && tag.name.trim() === '') throw fault('/name', 'required', 'must not be blank');
  if (previous && tag.context !== previous['context']) {
    throw fault('/context', 'read_only', 'a tag stays in its context; create one in the other context and merge this one into it');
  }
  const parentSlug = tag.parent_slug ?? null;
  if (previous && parentSlug === previous['parent_slug']) {
    tag.level = Number(previous['level']);
    if (changed.length > 0) await requireOwnTag(database, call, tag.slug);
    return;
  }
  if (previous || parentSlug !== null) await lockHierarchy(database);
  if (previous) await requireOwnTag(database, call, tag.slug);
  tag.level = await levelOf(database, { slug: tag.slug, context: tag.context, parent_slug: parentSlug });
}

/** After a tag was changed: those who use it have it in their log; if it has moved, the levels of its descendants are updated. */
export async function finishSave(tag: StoredTag, { created, changed, previous, database, call }: SaveContext): Promise<void> {
  if (previous && changed.length > 0) {
    const [before, after] = [previous, tag.toJSON()].map((values) => Object.fromEntries(changed.map((name) => [name, values[name]])));
    await tellTenants(database, call, { definition: StoredTag.definition, action: 'update', slug: tag.slug, before: before ?? {}, after });
  }
  if (!created && changed.includes('name'))
    for (const { onRename } of await tagJoinsOf(database)) await onRename?.({ slugs: [tag.slug], database, call });
  if (!created && changed.includes('parent_slug')) await relevelFrom(database, tag.slug, tag.level);
}

/** Before a tag is deleted: its children move up to its parent, and all references to it are removed. */
export async function prepareDelete({ slug, name }: StoredTag, { database, call }: SaveContext): Promise<void> {
  await lockHierarchy(database);
  const position = await findPlace(database, slug);
  if (!position) return;
  const { definition } = StoredTag;
  await requireOwnTag(database, call, slug);
  await tellTenants(database, call, { definition, action: 'delete', slug, before: { slug, name }, after: undefined });
  await handOverChildren(database, call, { definition, from: slug, to: position.parent_slug, level: position.level });
  await releaseTags(database, call, [slug]);
  await removeAliasesOf(database, call, [slug]);
}

async function checkNew(database: Database, { slug }: StoredTag): Promise<void> {
  if (typeof slug !== 'string') return;
  const slugProblem = slugFault(slug);
  if (slugProblem) throw fault('/slug', slugProblem.code, slugProblem.detail);
  const existing = await findPlace(database, slug);
  if (existing) throw slugTaken(slug, existing.context);
}

function fault(pointer: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer, code, detail }]);
}
