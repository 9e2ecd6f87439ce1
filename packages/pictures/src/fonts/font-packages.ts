import type { PartName } from '../parts/part-versions.ts';

/** A font family in a package. */
export interface FontPackage {
  readonly name: PartName | (string & {});
  /** If it is missing, nothing can be drawn; the others are optional. */
  readonly required: boolean;
  /** The languages for which it is preferred, as prefixes of their tags. */
  readonly languages?: RegExp;
}

const optional = (script: string, languages?: RegExp): FontPackage => ({
  name: `@fontsource-variable/${script}`,
  required: false,
  ...(languages && { languages }),
});

/** The scripts that only an optional font has: as Unicode names them, with the font. */
const FONTS_OF_SCRIPTS: readonly (readonly [script: string, font: string])[] = [
  ['Thai', 'noto-sans-thai'],
  ['Armenian', 'noto-sans-armenian'],
  ['Georgian', 'noto-sans-georgian'],
  ['Ethiopic', 'noto-sans-ethiopic'],
  ['Bengali', 'noto-sans-bengali'],
  ['Gujarati', 'noto-sans-gujarati'],
  ['Gurmukhi', 'noto-sans-gurmukhi'],
  ['Kannada', 'noto-sans-kannada'],
  ['Khmer', 'noto-sans-khmer'],
  ['Lao', 'noto-sans-lao'],
  ['Malayalam', 'noto-sans-malayalam'],
  ['Myanmar', 'noto-sans-myanmar'],
  ['Oriya', 'noto-sans-oriya'],
  ['Sinhala', 'noto-sans-sinhala'],
  ['Tamil', 'noto-sans-tamil'],
  ['Telugu', 'noto-sans-telugu'],
  ['Thaana', 'noto-sans-thaana'],
  ['Tibetan', 'noto-serif-tibetan'],
  ['Cherokee', 'noto-sans-cherokee'],
];

/** In lookup order: emoji are last, because their fonts contain digits too. */
const FONT_PACKAGES: readonly FontPackage[] = [
  { name: '@fontsource-variable/noto-sans', required: true },
  { name: '@fontsource-variable/noto-sans-arabic', required: true },
  { name: '@fontsource-variable/noto-sans-hebrew', required: true },
  { name: '@fontsource-variable/noto-sans-sc', required: true },
  optional('noto-sans-jp', /^ja\b/i),
  optional('noto-sans-kr', /^ko\b/i),
  optional('noto-sans-tc', /^zh\b.*\b(?:hant|tw|mo)\b/i),
  optional('noto-sans-hk', /^zh\b.*\bhk\b/i),
  ...FONTS_OF_SCRIPTS.map(([, font]) => optional(font)),
  optional('noto-sans-symbols'),
  { name: '@fontsource-variable/noto-emoji', required: true },
];

const SCRIPTS: readonly { readonly name: string; readonly pattern: RegExp; readonly font: string }[] = [
  ['Hangul', 'noto-sans-kr'] as const,
  ...FONTS_OF_SCRIPTS,
].map(([name, font]) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u'), font: `@fontsource-variable/${font}` }));

/** Returns the script of a character, and the package of its font; undefined if no package is known. */
export function fontFor(character: string): { readonly script: string; readonly font: string } | undefined {
  const found = SCRIPTS.find(({ pattern }) => pattern.test(character));
  return found && { script: found.name, font: found.font };
}

/** Returns all packages; after Latin, Arabic and Hebrew those of the language come first. */
export function fontPackagesFor(language: string | undefined): readonly FontPackage[] {
  if (language === undefined) return FONT_PACKAGES;
  const preferred = FONT_PACKAGES.filter(({ languages }) => languages?.test(language));
  const others = FONT_PACKAGES.filter((each) => !preferred.includes(each));
  return [...others.slice(0, 3), ...preferred, ...others.slice(3)];
}
