import { statedLanguage } from '../../record/language.ts';

/**
 * Returns the language that another system states, in canonical form; null if it states none. A text that is no language tag is returned
 * unchanged: it is left out when the piece is stored, and reported.
 */
export function languageOf(stated: string): string | null {
  const text = stated.trim();
  return statedLanguage(text) ?? (text === '' ? null : text);
}
