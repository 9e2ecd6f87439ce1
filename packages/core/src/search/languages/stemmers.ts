import { foldText } from '../../text/fold-text.ts';
import { lightArabic } from './arabic.ts';
import { englishKeys } from './english.ts';

/**
 * Returns the keys of a word: words with a key in common are forms of one word.
 *
 * @param folded as in the index
 * @param written as in the text, with accents, in lower case
 */
export type Stemmer = (folded: string, written: string) => readonly string[];

type Library = { readonly stemmer: (word: string) => string };

/** The stemmers of the library, each a small module that is loaded when a text in its language is. */
const LIBRARIES: Readonly<Record<string, () => Promise<Library>>> = {
  ar: () => import('@orama/stemmers/arabic'),
  bg: () => import('@orama/stemmers/bulgarian'),
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  el: () => import('@orama/stemmers/greek'),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  ga: () => import('@orama/stemmers/irish'),
  hi: () => import('@orama/stemmers/indian'),
  hu: () => import('@orama/stemmers/hungarian'),
  hy: () => import('@orama/stemmers/armenian'),
  id: () => import('@orama/stemmers/indonesian'),
  it: () => import('@orama/stemmers/italian'),
  lt: () => import('@orama/stemmers/lithuanian'),
  ne: () => import('@orama/stemmers/nepali'),
  nl: () => import('@orama/stemmers/dutch'),
  no: () => import('@orama/stemmers/norwegian'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  sr: () => import('@orama/stemmers/serbian'),
  sv: () => import('@orama/stemmers/swedish'),
  ta: () => import('@orama/stemmers/tamil'),
  tr: () => import('@orama/stemmers/turkish'),
  uk: () => import('@orama/stemmers/ukrainian'),
};

/** Tags of one language that others are spelled as. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', in: 'id' };

/** A text whose language nobody states, and that shows none. */
export const UNDETERMINED = 'und';

const asFolded: Stemmer = (folded) => [folded];
const loaded = new Map<string, Stemmer>([
  ['en', englishKeys],
  [UNDETERMINED, asFolded],
]);

/** Returns the language whose rules apply to a BCP 47 tag; `und` for one that has none here, and for anything that is no tag. */
export function baseLanguage(tag: string | null | undefined): string {
  const base = /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? UNDETERMINED;
  const language = Object.hasOwn(SAME, base) ? String(SAME[base]) : base;
  return language === 'en' || Object.hasOwn(LIBRARIES, language) ? language : UNDETERMINED;
}

/** Returns the stemmer of a base language, loading it at its first use. */
export async function stemmerOf(language: string): Promise<Stemmer> {
  const known = loaded.get(language);
  if (known) return known;
  const load = Object.hasOwn(LIBRARIES, language) ? LIBRARIES[language] : undefined;
  const made = load ? madeOf(language, (await load()).stemmer) : asFolded;
  loaded.set(language, made);
  return made;
}

/** Readers type words without their accents: a word has the keys of both spellings. */
function madeOf(language: string, stem: (word: string) => string): Stemmer {
  return (folded, written) => {
    if (folded.length < 3 || /\d/.test(folded)) return [folded];
    const keys = new Set([foldText(stem(folded)), foldText(stem(written))]);
    // The library knows the plural of most nouns, but not that of those in -ão.
    if (language === 'pt' && /[oa]es$/.test(folded)) keys.add(foldText(stem(`${folded.slice(0, -3)}ao`)));
    if (language === 'ar') keys.add(lightArabic(folded));
    keys.delete('');
    return keys.size === 0 ? [folded] : [...keys];
  };
}
