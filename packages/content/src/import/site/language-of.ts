/** Returns a language tag in canonical form; null if it is invalid. */
export function languageOf(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-').slice(0, 35))[0] ?? null;
  } catch {
    return null;
  }
}
