import type { Format } from '@colophon/ui/state';

/** Languages that are offered by name; any other is typed as its tag. */
const OFFERED =
  'ar bg cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt pt-BR ro ru sk sl sr sv tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** Languages to choose from, in order of their names, without those that are there already. */
export function languageOptions(format: Format, taken: readonly string[]): readonly { readonly value: string; readonly label: string }[] {
  return OFFERED.filter((tag) => !taken.includes(tag))
    .map((value) => ({ value, label: format.language(value) }))
    .sort((one, other) => format.compare(one.label, other.label));
}
