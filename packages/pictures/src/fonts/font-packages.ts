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
  name: `@fontsource-variable/noto-sans-${script}`,
  required: false,
  ...(languages && { languages }),
});

/** In lookup order: emoji are last, because their fonts contain digits too. */
const FONT_PACKAGES: readonly FontPackage[] = [
  { name: '@fontsource-variable/noto-sans', required: true },
  { name: '@fontsource-variable/noto-sans-arabic', required: true },
  { name: '@fontsource-variable/noto-sans-hebrew', required: true },
  { name: '@fontsource-variable/noto-sans-sc', required: true },
  optional('jp', /^ja\b/i),
  optional('kr', /^ko\b/i),
  optional('tc', /^zh\b.*\b(?:hant|tw|mo)\b/i),
  optional('hk', /^zh\b.*\bhk\b/i),
  ...['thai', 'armenian', 'georgian', 'ethiopic', 'bengali', 'gujarati', 'gurmukhi', 'kannada', 'khmer', 'lao'].map((script) =>
    optional(script),
  ),
  ...['malayalam', 'myanmar', 'oriya', 'sinhala', 'tamil', 'telugu', 'cherokee', 'symbols'].map((script) => optional(script)),
  { name: '@fontsource-variable/noto-emoji', required: true },
];

/** Returns all packages; after Latin, Arabic and Hebrew those of the language come first. */
export function fontPackagesFor(language: string | undefined): readonly FontPackage[] {
  if (language === undefined) return FONT_PACKAGES;
  const preferred = FONT_PACKAGES.filter(({ languages }) => languages?.test(language));
  const others = FONT_PACKAGES.filter((each) => !preferred.includes(each));
  return [...others.slice(0, 3), ...preferred, ...others.slice(3)];
}
