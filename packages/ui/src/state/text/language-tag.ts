/** A language tag in its canonical form; undefined for what is none, which would only mislead whoever speaks the text. */
export function languageTag(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text === '') return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
