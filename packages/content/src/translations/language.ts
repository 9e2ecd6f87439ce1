import { ValidationError } from '@colophon/core';
import { z } from 'zod';
import { canonicalLanguage, LANGUAGE_HINT } from '../record/language.ts';

/** A language tag, in any case. */
export const languageInput = z
  .string()
  .transform((tag, context) => {
    const language = canonicalLanguage(tag);
    if (language !== undefined) return language;
    context.addIssue({ code: 'custom', message: LANGUAGE_HINT, input: tag });
    return z.NEVER;
  })
  .meta({ type: 'string', description: 'A language such as en, pt-BR or zh-Hant.' });

/** @throws ValidationError if a piece does not state its language */
export function languageOf({ id, language }: { readonly id: string; readonly language: string | null }): string {
  const canonical = canonicalLanguage(language);
  if (canonical !== undefined) return canonical;
  const detail = language === null ? `is not set on ${id}` : `${LANGUAGE_HINT}; on ${id} it is ${language}`;
  throw new ValidationError(`Set the language of the piece first: language ${detail}.`, {
    code: 'language_unknown',
    errors: [{ pointer: '/language', code: 'language_unknown', detail }],
  });
}
