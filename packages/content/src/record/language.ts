/** The longest tag, in characters: that of the column. */
const LONGEST = 35;

/**
 * A BCP 47 language tag of language, script, region and variants, such as en, pt-BR or zh-Hant-TW: no extensions and no private part,
 * which can contain anything, and no language of five to eight letters, of which none is registered: English is not a tag.
 */
export const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?(?:-(?:[A-Za-z\d]{5,8}|\d[A-Za-z\d]{3}))*$/;

export const LANGUAGE_HINT = 'must be a language tag such as en, pt-BR or zh-Hant';

/** Returns the canonical form of a language tag: `PT-br` → `pt-BR`; undefined if the text is none. */
export function canonicalLanguage(tag: string | null): string | undefined {
  if (tag === null || tag.length > LONGEST || !LANGUAGE_TAG.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Returns the canonical form of a language tag, and any other text as it is. */
export function foldedLanguage(text: string): string {
  return canonicalLanguage(text.trim()) ?? text;
}

/** Returns the language that a text from elsewhere states, also as `pt_BR`; null if it states none that a record can have. */
export function statedLanguage(text: string | null | undefined): string | null {
  return canonicalLanguage((text ?? '').trim().replaceAll('_', '-')) ?? null;
}
