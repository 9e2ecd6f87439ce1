import { randomUUID } from 'node:crypto';
import { type Call, ConflictError, ForbiddenError, NotFoundError, permits, type SaveContext, ValidationError } from '@colophon/core';
import { copyContent } from '../editing/duplicates/copy-content.ts';
import { contentAccess } from '../record/access.ts';
import type { AuthoredField, ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { canonicalLanguage } from '../record/language.ts';
import { lockContent } from '../record/lock-content.ts';
import { selfReference } from '../record/self-reference.ts';
import { type ContentTranslation, ContentTranslations } from './content-translation.ts';
import { languageOf } from './language.ts';
import { sourceStateOf, textsHash } from './source-state.ts';

/** Every member of a group is returned with the whole group, so a page grows quadratically with its size. */
const MOST_LANGUAGES = 50;

interface NewTranslation {
  readonly language: string;
  /** An existing record; without it the source is copied. */
  readonly contentId?: string | undefined;
  /** Values in which the copy differs from its source. */
  readonly values?: Readonly<Partial<Record<AuthoredField, unknown>>>;
}

/**
 * Adds a language to a record: an existing record, or a draft copied from it. Adding a record again marks it as up to date with its source.
 *
 * @throws ConflictError `language_taken`, `in_another_group`, `too_many` beyond 50 @throws ValidationError `language_unknown`
 */
export async function addTranslation(
  content: ContentRecord,
  { language, contentId, values = {} }: NewTranslation,
  call: Call,
): Promise<ContentRecord> {
  const { database } = content;
  return database.transaction(async () => {
    // In a fixed order, whichever of the two is added to the other: otherwise concurrent calls could deadlock.
    for (const id of [content.id, ...(contentId === undefined ? [] : [contentId])].toSorted()) await lockContent(database, id);
    const source = await joinGroup(content, call);
    await database.lock(`translations ${source.groupId}`);
    const translations = new ContentTranslations(database, call);
    const standing = await translations.find({ groupId: source.groupId, language });
    const target = contentId === undefined ? undefined : await editable(content, contentId, call);
    if (standing && standing.contentId !== target?.id) throw taken(standing);
    const state = await sourceStateOf(content);
    if (standing) {
      if (standing.contentId === content.id) throw taken(standing);
      await Object.assign(standing, state).save();
      return target as ContentRecord;
    }
    if (target) await requireFree(translations, target, language);
    await requireRoom(translations, source.groupId);
    const made = target ?? (await copyContent(content, { ...values, language }, call));
    await translations.add({
      ...state,
      groupId: source.groupId,
      contentId: made.id,
      language,
      tenantId: content.tenantId,
      // Only an unchanged copy may be overwritten by a machine.
      draftHash: target ? null : textsHash(made),
    });
    return made;
  });
}

/**
 * Removes a language from a group; the record is kept. The caller must be allowed to change the removed record, because any writer can add
 * other records to a group.
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
      throw new ForbiddenError(`You are not allowed to change the record in ${language}, so you cannot remove it from its translations.`);
    await removed.delete();
    const rest = await translations.list({ where: { groupId: own.groupId }, limit: 2 });
    if (rest.length === 1) await rest[0]?.delete();
  });
}

/** A record in a group keeps its language there. @throws ConflictError `translated` */
export async function keepLanguage(content: ContentRecord, { created, changed, database }: SaveContext): Promise<void> {
  if (created || !changed.includes('language')) return;
  const own = await new ContentTranslations(database).find({ contentId: content.id });
  const given: unknown = content.language;
  if (!own || (typeof given === 'string' && canonicalLanguage(given) === own.language)) return;
  throw new ConflictError(`This record is the ${own.language} version of a group of translations.`, {
    code: 'translated',
    hint: `Remove ${own.language} from its translations first.`,
  });
}

async function joinGroup(content: ContentRecord, call: Call): Promise<ContentTranslation> {
  const translations = new ContentTranslations(content.database, call);
  const language = languageOf(content);
  const own = await translations.find({ contentId: content.id });
  return own ?? translations.add({ groupId: randomUUID(), contentId: content.id, language, tenantId: content.tenantId });
}

/** @throws ConflictError `too_many` */
export async function requireRoom(translations: ContentTranslations, groupId: string): Promise<void> {
  if ((await translations.count({ where: { groupId } })) < MOST_LANGUAGES) return;
  throw new ConflictError(`A piece has at most ${MOST_LANGUAGES} languages; remove one first.`, { code: 'too_many' });
}

async function editable(content: ContentRecord, id: string, call: Call): Promise<ContentRecord> {
  const target = await contentsOf(content.database, call).getForUpdate(id);
  if (!target || target.tenantId !== content.tenantId) throw fault('/contentId', 'not_found', `content ${id} does not exist`);
  if (target.id === content.id) throw selfReference('/contentId');
  if (!permits(contentAccess.update ?? 'nobody', call.caller, target as never))
    throw new ForbiddenError('You are not allowed to change the record to add.');
  return target;
}

/** The added record must be in this language, and in no other group. */
async function requireFree(translations: ContentTranslations, target: ContentRecord, language: string): Promise<void> {
  const other = await translations.find({ contentId: target.id });
  if (other) {
    throw new ConflictError('That record already belongs to another group of translations.', {
      code: 'in_another_group',
      hint: 'Remove it from its translations first.',
    });
  }
  if (languageOf(target) !== language)
    throw fault('/language', 'language_differs', `must be ${String(target.language)}, which the record is in`);
}

function taken({ contentId, language }: ContentTranslation): ConflictError {
  return new ConflictError(`There is already a translation into ${language}.`, { code: 'language_taken', extensions: { contentId } });
}

function fault(pointer: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer, code, detail }]);
}
