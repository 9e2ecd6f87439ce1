import { type Call, ConflictError, ForbiddenError, type JsonObject, permits, UnavailableError, ValidationError } from '@colophon/core';
import { type Allowance, reserveAttempt } from '@colophon/core/throttle';
import { hasUnsavedText } from '../drafts/record/draft-rows.ts';
import { contentAccess } from '../record/access.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { canonicalLanguage } from '../record/language.ts';
import { ContentTranslations } from './content-translation.ts';
import { addTranslation, requireRoom } from './group.ts';
import { languageOf } from './language.ts';
import { sourceStateOf, textsHash } from './source-state.ts';
import { contentTranslator, type ContentTranslator, TranslatedTexts } from './translator.ts';

const HOUR = 3_600_000;
const OF_PERSON: Allowance = { attempts: 10, windowMs: HOUR };
const OF_TENANT: Allowance = { attempts: 100, windowMs: 24 * HOUR };
const TIMEOUT_MS = 300_000;
/** In characters of the body. */
const LONGEST = 100_000;

/**
 * Drafts a translation in the existing draft for the language, or in a new one. Text written by a person, and records that are no longer
 * drafts, are never overwritten. Nothing is stored before the translator has answered: one that fails, is broken off, or ends with its
 * process leaves no draft.
 *
 * @throws ConflictError `edited_here`, `source_changed` @throws UnavailableError if there is no translator, or no usable answer
 */
export async function draftTranslation(content: ContentRecord, language: string, call: Call): Promise<ContentRecord> {
  // The record of a job does not return its input: this tells which language is written, or was not.
  const message = `Translating into ${language}.`;
  call.progress?.(0, 1, message);
  const draft = await writeDraft(content, language, call);
  call.progress?.(1, 1, message);
  return draft;
}

async function writeDraft(content: ContentRecord, language: string, call: Call): Promise<ContentRecord> {
  const { database } = content;
  const translator = database.ports.use(contentTranslator);
  if (!translator)
    throw new UnavailableError('No translator is configured.', { hint: 'Add a translation, which is a copy, and translate it manually.' });
  const from = languageOf(content);
  if (from === language)
    throw ValidationError.of([{ pointer: '/language', code: 'same_language', detail: 'is the language of the piece itself' }]);
  if (content.body.length > LONGEST)
    throw ValidationError.of([{ pointer: '/body', code: 'too_long', detail: `has more than ${LONGEST} characters` }]);
  const translations = new ContentTranslations(database, call);
  const before = await requireDraftOrRoom(translations, content, language, call);
  await reserve(content, call);
  const state = await sourceStateOf(content);
  const { texts, model } = await askTranslator(translator, content, { from, to: language }, call);
  call.signal?.throwIfAborted();
  return database.transaction(async () => {
    // All of this may have changed in the meantime.
    const standing = await findStanding(translations, content, language);
    const contents = contentsOf(database, call);
    // Locked before the record that is made of it, but not together with one that is there: two records are locked in the order of their ids.
    requireSource(await (standing ? contents.get(content.id) : contents.getForUpdate(content.id)), from);
    if (!standing && before) throw new ConflictError('The translation was deleted or unlinked in the meantime.', { code: 'edited_here' });
    if (!standing) return addTranslation(content, { language, values: { ...texts, metadata: markedAsAi(content, model) } }, call);
    const current = await contents.getForUpdate(standing.contentId);
    if (!current) throw new ConflictError('The draft was deleted in the meantime.', { code: 'edited_here' });
    const row = await requireUntouched(translations, current, call);
    await Object.assign(current, texts, { metadata: markedAsAi(current, model) }).save();
    await Object.assign(row, state, { draftHash: textsHash(current) }).save();
    return current;
  });
}

/** Checks before anything is spent what would be refused afterwards; returns the existing draft for the language. */
async function requireDraftOrRoom(translations: ContentTranslations, content: ContentRecord, language: string, call: Call) {
  const own = await translations.find({ contentId: content.id });
  if (!own) return undefined;
  const standing = await translations.find({ groupId: own.groupId, language });
  if (standing) await requireUntouched(translations, await contentsOf(content.database, call).require(standing.contentId), call);
  else await requireRoom(translations, own.groupId);
  return standing;
}

/** @throws ConflictError `source_changed` if the source cannot be translated any more */
function requireSource(source: ContentRecord | undefined, from: string): void {
  if (source && source.status !== 'deleted' && canonicalLanguage(source.language) === from) return;
  throw new ConflictError('The original was deleted, or its language was changed, in the meantime.', { code: 'source_changed' });
}

/** The metadata of a record whose texts were written by an AI. */
function markedAsAi({ metadata }: ContentRecord, model: string | null): JsonObject {
  const generation = ((metadata as JsonObject)['generation'] ?? {}) as JsonObject;
  return { ...metadata, generation: { ...generation, aiAssisted: true, model } };
}

async function findStanding(translations: ContentTranslations, { id }: ContentRecord, language: string) {
  const own = await translations.find({ contentId: id });
  return own && translations.find({ groupId: own.groupId, language });
}

async function requireUntouched(translations: ContentTranslations, target: ContentRecord, { caller }: Call) {
  if (!permits(contentAccess.update ?? 'nobody', caller, target as never))
    throw new ForbiddenError('You are not allowed to change the translation.');
  const row = await translations.find({ contentId: target.id });
  const isUnedited = row?.draftHash === textsHash(target) && target.status === 'draft' && target.firstPublishedAt === null;
  if (row && isUnedited && !(await hasUnsavedText(target.database, target.id))) return row;
  throw new ConflictError('Somebody has edited the translation; it is not overwritten.', {
    code: 'edited_here',
    hint: 'Remove the language from the translations to create another draft.',
    extensions: { contentId: target.id },
  });
}

async function askTranslator(
  translator: ContentTranslator,
  { title, description, body, bodyFormat }: ContentRecord,
  languages: { readonly from: string; readonly to: string },
  { signal }: Call,
): Promise<{ texts: TranslatedTexts; model: string | null }> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const answer = await translator.translate({ title, description, body, bodyFormat, ...languages }, until).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new UnavailableError('The translator does not respond.', { cause });
  });
  const read = TranslatedTexts.safeParse(answer.texts);
  if (!read.success) throw new UnavailableError('The translator returned no usable answer.', { cause: read.error });
  return { texts: read.data, model: answer.model };
}

async function reserve({ database, tenantId }: ContentRecord, { caller, now }: Call): Promise<void> {
  if (caller.kind === 'system') return;
  await database.transaction(async () => {
    await reserveAttempt(database, `translation-of:${caller.kind}:${caller.id ?? ''}`, OF_PERSON, now());
    await reserveAttempt(database, `translation-to:${tenantId ?? ''}`, OF_TENANT, now());
  });
}
