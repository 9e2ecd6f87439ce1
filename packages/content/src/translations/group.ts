import { createHash, randomUUID } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import {
  type Call,
  ConflictError,
  type Database,
  ForbiddenError,
  NotFoundError,
  permits,
  type SaveContext,
  ValidationError,
} from '@colophon/core';
import { copyContent } from '../duplicates/copy-content.ts';
import { contentAccess } from '../record/access.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { lockContent } from '../record/lock-content.ts';
import { type ContentTranslation, ContentTranslations } from './content-translation.ts';
import { canonicalLanguage, languageOf } from './language.ts';

/** Every member of a group is answered with the group, so that a page of them grows with its square. */
const MOST_LANGUAGES = 50;

/**
 * Adds a language to what a record says: a record that is there already, or a draft that is copied from it. Adding a record
 * again says that it is up to date with its source.
 *
 * @throws ConflictError `language_taken`, `in_another_group`, `too_many` beyond 50 @throws ValidationError `language_unknown`
 */
export async function addTranslation(
  content: ContentRecord,
  { language, contentId }: { readonly language: string; readonly contentId?: string | undefined },
  call: Call,
): Promise<ContentRecord> {
  const { database } = content;
  return database.transaction(async () => {
    // In one order, whichever of the two is added to the other: both at once would wait for each other else.
    for (const id of [content.id, ...(contentId === undefined ? [] : [contentId])].toSorted()) await lockContent(database, id);
    const source = await joinGroup(content, call);
    await database.lock(`translations ${source.groupId}`);
    const translations = new ContentTranslations(database, call);
    const standing = await translations.find({ groupId: source.groupId, language });
    const target = contentId === undefined ? undefined : await editable(content, contentId, call);
    if (standing && standing.contentId !== target?.id) throw taken(standing);
    const sourceVersion = await latestVersion(database, content.id);
    if (standing) {
      if (standing.contentId === content.id) throw taken(standing);
      await Object.assign(standing, { sourceId: content.id, sourceVersion }).save();
      return target as ContentRecord;
    }
    if (target) await requireFree(translations, target, language);
    if ((await translations.count({ where: { groupId: source.groupId } })) >= MOST_LANGUAGES) {
      throw new ConflictError(`A piece has at most ${MOST_LANGUAGES} languages; take one out first.`, { code: 'too_many' });
    }
    const made = target ?? (await copyContent(content, { language }, call));
    await translations.add({
      groupId: source.groupId,
      contentId: made.id,
      language,
      sourceId: content.id,
      sourceVersion,
      tenantId: content.tenantId,
      // Only a copy is a draft that a machine may write over.
      draftHash: target ? null : textsHash(made),
    });
    return made;
  });
}

/**
 * Takes a language out of a group; the record stays. The caller must be allowed to change the record that is taken out: others
 * can be joined to a group by anybody who writes.
 *
 * @throws NotFoundError @throws ForbiddenError
 */
export async function removeTranslation(content: ContentRecord, language: string, call: Call): Promise<void> {
  const { database } = content;
  await database.transaction(async () => {
    const translations = new ContentTranslations(database, call);
    const own = await translations.find({ contentId: content.id });
    if (own) await database.lock(`translations ${own.groupId}`);
    const removed = own && (await translations.find({ groupId: own.groupId, language }));
    if (!removed) throw new NotFoundError(`This record has no translation into ${language}.`);
    const record = await contentsOf(database, call).get(removed.contentId);
    if (record && !permits(contentAccess.update ?? 'nobody', call.caller, record as never))
      throw new ForbiddenError(`You may not change the record in ${language}, so you cannot take it out of its translations.`);
    await removed.delete();
    const rest = await translations.list({ where: { groupId: own.groupId }, limit: 2 });
    if (rest.length === 1) await rest[0]?.delete();
  });
}

/** A record in a group keeps the language that it stands for there. @throws ConflictError `translated` */
export async function keepLanguage(content: ContentRecord, { created, changed, database }: SaveContext): Promise<void> {
  if (created || !changed.includes('language')) return;
  const own = await new ContentTranslations(database).find({ contentId: content.id });
  const given: unknown = content.language;
  if (!own || (typeof given === 'string' && canonicalLanguage(given) === own.language)) return;
  throw new ConflictError(`This record is the one in ${own.language} of several that say the same.`, {
    code: 'translated',
    hint: `Take ${own.language} out of its translations first.`,
  });
}

/** What a translation is made of, in one number: whether somebody changed it since is told by this. */
export function textsHash({ title, description, body }: Pick<ContentRecord, 'title' | 'description' | 'body'>): string {
  return createHash('sha256').update(canonicalJson({ title, description, body })).digest('hex');
}

/** The number of the latest version of a record; null when it has none. */
export async function latestVersion(database: Database, contentId: string): Promise<number | null> {
  const query = database.dialect.builder
    .selectFrom('content_versions')
    .select('version')
    .where('contentId', '=', contentId)
    .orderBy('version', 'desc')
    .limit(1);
  const row = await database.first(query.compile());
  return row ? Number(row['version']) : null;
}

async function joinGroup(content: ContentRecord, call: Call): Promise<ContentTranslation> {
  const translations = new ContentTranslations(content.database, call);
  const language = languageOf(content);
  const own = await translations.find({ contentId: content.id });
  return own ?? translations.add({ groupId: randomUUID(), contentId: content.id, language, tenantId: content.tenantId });
}

async function editable(content: ContentRecord, id: string, call: Call): Promise<ContentRecord> {
  const target = await contentsOf(content.database, call).getForUpdate(id);
  if (!target || target.tenantId !== content.tenantId) throw fault('/contentId', 'not_found', `there is no content ${id}`);
  if (target.id === content.id) throw fault('/contentId', 'self_reference', 'must be another record');
  if (!permits(contentAccess.update ?? 'nobody', call.caller, target as never))
    throw new ForbiddenError('You may not change the record that is to be added.');
  return target;
}

/** A record is added that is in this language, and in no other group. */
async function requireFree(translations: ContentTranslations, target: ContentRecord, language: string): Promise<void> {
  const other = await translations.find({ contentId: target.id });
  if (other) {
    throw new ConflictError('That record is one of others that say the same already.', {
      code: 'in_another_group',
      hint: 'Take it out of its translations first.',
    });
  }
  if (languageOf(target) !== language)
    throw fault('/language', 'language_differs', `must be ${String(target.language)}, which the record is in`);
}

function taken({ contentId, language }: ContentTranslation): ConflictError {
  return new ConflictError(`There is one in ${language} already.`, { code: 'language_taken', extensions: { contentId } });
}

function fault(pointer: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer, code, detail }]);
}
