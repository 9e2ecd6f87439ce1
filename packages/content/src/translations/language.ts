import { ValidationError } from '@colophon/core';
import { z } from 'zod';

/** A BCP 47 language tag with language, script, region and variants: no private part, which can contain anything. */
const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?(?:-(?:[A-Za-z\d]{5,8}|\d[A-Za-z\d]{3}))*$/;

/** Returns the normalized language tag: `PT-br` → `pt-BR`; undefined if it is invalid. */
export function canonicalLanguage(tag: string | null): string | undefined {
  if (tag === null || tag.length > 35 || !TAG.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

const HINT = 'must be a language such as en, pt-BR or zh-Hant';

/** A language tag, in any case. */
export const languageInput = z
  .string()
  .transform((tag, context) => {
    const language = canonicalLanguage(tag);
    if (language !== undefined) return language;
    context.addIssue({ code: 'custom', message: HINT, input: tag });
    return z.NEVER;
  })
  .meta({ type: 'string', description: 'A language such as en, pt-BR or zh-Hant.' });

/** @throws ValidationError if a piece does not state its language */
export function languageOf({ id, language }: { readonly id: string; readonly language: string | null }): string {
  const canonical = canonicalLanguage(language);
  if (canonical !== undefined) return canonical;
  const detail = language === null ? `is not set on ${id}` : `${HINT}; on ${id} it is ${language}`;
  throw new ValidationError(`Set the language of the piece first: language ${detail}.`, {
    code: 'language_unknown',
    errors: [{ pointer: '/language', code: 'language_unknown', detail }],
  });
}
