/** A tag in its usual spelling; null when it is none. */
export function languageOf(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-').slice(0, 35))[0] ?? null;
  } catch {
    return null;
  }
}
