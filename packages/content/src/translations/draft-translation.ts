import { type Call, ConflictError, ForbiddenError, type JsonObject, permits, UnavailableError, ValidationError } from '@colophon/core';
import { type Allowance, reserveAttempt } from '@colophon/core/throttle';
import { contentAccess } from '../record/access.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { ContentTranslations } from './content-translation.ts';
import { addTranslation, latestVersion, textsHash } from './group.ts';
import { languageOf } from './language.ts';
import { configuredTranslator, type ContentTranslator, TranslatedTexts } from './translator.ts';

const HOUR = 3_600_000;
const OF_PERSON: Allowance = { attempts: 10, windowMs: HOUR };
const OF_TENANT: Allowance = { attempts: 100, windowMs: 24 * HOUR };
const TIMEOUT_MS = 300_000;
/** In characters of the body. */
const LONGEST = 100_000;

/**
 * Drafts a translation in the existing draft for the language, or in a new one. Text written by a person, and records that are no longer
 * drafts, are never overwritten.
 *
 * @throws ConflictError `edited_here` @throws UnavailableError if there is no translator, or no usable answer
 */
export async function draftTranslation(content: ContentRecord, language: string, call: Call): Promise<ContentRecord> {
  const translator = configuredTranslator();
  if (!translator)
    throw new UnavailableError('No translator is configured.', { hint: 'Add a translation, which is a copy, and translate it manually.' });
  const from = languageOf(content);
  if (from === language)
    throw ValidationError.of([{ pointer: '/language', code: 'same_language', detail: 'is the language of the piece itself' }]);
  if (content.body.length > LONGEST)
    throw ValidationError.of([{ pointer: '/body', code: 'too_long', detail: `has more than ${LONGEST} characters` }]);
  const { database } = content;
  const translations = new ContentTranslations(database, call);
  const standing = await findStanding(translations, content, language);
  const target = standing
    ? await contentsOf(database, call).require(standing.contentId)
    : await addTranslation(content, { language }, call);
  await requireUntouched(translations, target, call);
  await reserve(content, call);
  const sourceVersion = await latestVersion(database, content.id);
  const { texts, model } = await askTranslator(translator, content, { from, to: language }, call);
  return database.transaction(async () => {
    // Somebody may have edited it in the meantime.
    const current = await contentsOf(database, call).getForUpdate(target.id);
    if (!current) throw new ConflictError('The draft was deleted in the meantime.', { code: 'edited_here' });
    const row = await requireUntouched(translations, current, call);
    const generation = ((current.metadata as JsonObject)['generation'] ?? {}) as JsonObject;
    Object.assign(current, texts, { metadata: { ...current.metadata, generation: { ...generation, aiAssisted: true, model } } });
    await current.save();
    await Object.assign(row, { draftHash: textsHash(current), sourceId: content.id, sourceVersion }).save();
    return current;
  });
}

async function findStanding(translations: ContentTranslations, { id }: ContentRecord, language: string) {
  const own = await translations.find({ contentId: id });
  return own && translations.find({ groupId: own.groupId, language });
}

async function requireUntouched(translations: ContentTranslations, target: ContentRecord, { caller }: Call) {
  if (!permits(contentAccess.update ?? 'nobody', caller, target as never))
    throw new ForbiddenError('You are not allowed to change the translation.');
  const row = await translations.find({ contentId: target.id });
  if (row && row.draftHash === textsHash(target) && target.status === 'draft' && target.firstPublishedAt === null) return row;
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
