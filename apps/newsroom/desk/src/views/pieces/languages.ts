/** Languages that are offered by name; any other is typed as its tag. */
const OFFERED =
  'ar bg cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt pt-BR ro ru sk sl sr sv tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** What a language is called, in the language of the desk; its tag where nobody knows it. */
export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Languages to choose from, in order of their names, without those that are there already. */
export function languageOptions(locale: string, taken: readonly string[]): readonly { readonly value: string; readonly label: string }[] {
  const order = new Intl.Collator(locale);
  return OFFERED.filter((tag) => !taken.includes(tag))
    .map((value) => ({ value, label: languageName(value, locale) }))
    .sort((one, other) => order.compare(one.label, other.label));
}
