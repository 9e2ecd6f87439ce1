import { type SaveContext, ValidationError } from '@colophon/core';
import type { ContentRecord } from './content-record.ts';
import { canonicalLanguage, LANGUAGE_HINT } from './language.ts';

/**
 * The language of a record is stored in its canonical form. A text that was stored before this was required stays until it is changed.
 *
 * @throws ValidationError `not_a_language`
 */
export function foldLanguage(content: ContentRecord, { created, changed }: Pick<SaveContext, 'created' | 'changed'>): void {
  const given: unknown = content.language;
  // The field itself rejects anything but a text.
  if (typeof given !== 'string' || (!created && !changed.includes('language'))) return;
  const language = given.trim();
  const canonical = language === '' ? null : canonicalLanguage(language);
  if (canonical === undefined)
    throw ValidationError.of([{ pointer: '/language', code: 'not_a_language', detail: `${LANGUAGE_HINT}, or null` }]);
  content.language = canonical;
}
