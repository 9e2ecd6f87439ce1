/** Returns the canonical form of a language tag; undefined if it is invalid, since that would mislead screen readers. */
export function languageTag(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text === '') return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
