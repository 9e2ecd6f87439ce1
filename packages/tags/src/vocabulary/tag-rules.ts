import { type Call, type Database, qualify, type SaveContext, tenantIn, ValidationError } from '@colophon/core';
import { removeAliasesOf } from '../aliases/remove-aliases.ts';
import { handOverChildren } from '../hierarchy/hand-over-children.ts';
import { lockHierarchy } from '../hierarchy/lock.ts';
import { findPlace, levelOf } from '../hierarchy/place.ts';
import { relevelFrom } from '../hierarchy/relevel.ts';
import { releaseTags } from '../joins/release.ts';
import { actingInTenant, shownSlug, storedSlug } from '../stored/stored-slug.ts';
import { requireOwnTag, tellTenants } from '../stored/tenants-of-tag.ts';
import { slugFault } from '../stored/slug.ts';
import { slugTaken } from '../stored/slug-taken.ts';
import { tagJoinsOf } from '../stored/tag-join.ts';
import { StoredTag } from '../stored/stored-tag.ts';

/**
 * Before a tag is written: its slug is valid and free, the context is unchanged, the level follows from the parent. Slug and parent get
 * their stored form.
 */
export async function prepareSave(tag: StoredTag, { created, previous, changed, database, call }: SaveContext): Promise<void> {
  if (created) await nameNew(database, tag);
  if (!(Number.isInteger(tag.level) && tag.level >= 0)) throw fault('/level', 'too_small', 'must be a whole number, 0 or more');
  if (typeof tag.name === 'string' && tag.name.trim() === '') throw fault('/name', 'required', 'must not be blank');
  if (previous && tag.context !== previous['context']) {
    throw fault('/context', 'read_only', 'a tag stays in its context; create one in the other context and merge this one into it');
  }
  const parentBefore = (previous?.['parent_slug'] as string | null | undefined) ?? null;
  const parentSlug = await storedParent(database, call, tag, parentBefore);
  tag.parent_slug = parentSlug;
  if (created || parentSlug !== parentBefore || changed.some((name) => name !== 'parent_slug')) requireOwnTag(call, tag);
  if (previous && parentSlug === parentBefore) {
    tag.level = Number(previous['level']);
    return;
  }
  if (previous || parentSlug !== null) await lockHierarchy(database);
  tag.level = await levelOf(database, { slug: tag.slug, context: tag.context, parent_slug: parentSlug });
}

/** The key of the parent: a slug means the tag of the same tenant, else the global one, and the one that is shown for the parent itself. */
async function storedParent(database: Database, call: Call, tag: StoredTag, before: string | null): Promise<string | null> {
  const given = tag.parent_slug ?? null;
  // Anything but a text is left for the field to reject.
  if (typeof given !== 'string' || given === before) return given;
  if (before !== null && given === shownSlug(before)) return before;
  return storedSlug(database, actingInTenant(call, tag.tenantId), given);
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
export async function prepareDelete(tag: StoredTag, { database, call }: SaveContext): Promise<void> {
  const { slug, name } = tag;
  requireOwnTag(call, tag);
  await lockHierarchy(database);
  const position = await findPlace(database, slug);
  if (!position) return;
  const { definition } = StoredTag;
  await tellTenants(database, call, { definition, action: 'delete', slug, before: { slug, name }, after: undefined });
  await handOverChildren(database, call, { definition, from: slug, to: position.parent_slug, level: position.level });
  await releaseTags(database, call, [slug]);
  await removeAliasesOf(database, call, [slug]);
}

/** Gives a new tag its key. A tenant's tag has no slug that is global; that another tenant has it does not matter. */
async function nameNew(database: Database, tag: StoredTag): Promise<void> {
  if (typeof tag.slug !== 'string') return;
  const tenantId = tag.tenantId ?? null;
  // The key, if the instance could not be written before.
  const slug = tenantId !== null && tenantIn(tag.slug) === tenantId ? shownSlug(tag.slug) : tag.slug;
  const slugProblem = slugFault(slug);
  if (slugProblem) throw fault('/slug', slugProblem.code, slugProblem.detail);
  for (const key of new Set([qualify(tenantId, slug), slug])) {
    const existing = await findPlace(database, key);
    if (existing) throw slugTaken(slug, existing.context);
  }
  tag.slug = qualify(tenantId, slug);
  tag.global_slug = tenantId === null ? null : slug;
}

function fault(pointer: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer, code, detail }]);
}
