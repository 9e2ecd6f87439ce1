import type { Format } from '@colophon/ui/state';

/** The languages that are offered by name; others are typed as tags. */
const OFFERED =
  'ar bg cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt pt-BR ro ru sk sl sr sv tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** The languages to choose from, by name, without those that already exist. */
export function languageOptions(format: Format, taken: readonly string[]): readonly { readonly value: string; readonly label: string }[] {
  return OFFERED.filter((tag) => !taken.includes(tag))
    .map((value) => ({ value, label: format.language(value) }))
    .sort((one, other) => format.compare(one.label, other.label));
}
