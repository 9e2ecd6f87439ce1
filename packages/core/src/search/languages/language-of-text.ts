import { baseLanguage, UNDETERMINED } from './stemmers.ts';
import { languageOfWords } from './stop-words.ts';

/** Scripts that mostly one of the languages with rules is written in. */
const BY_SCRIPT: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Armenian}/u, 'hy'],
];

/** Languages of those scripts beside the first one. */
const ALSO: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{Script=Devanagari}/u, ['ne']],
  [/\p{Script=Cyrillic}/u, ['uk', 'bg', 'sr']],
];

/** Returns whether a word can be one of a language, by the script of its first letter. */
export function canBeWordOf(word: string, language: string): boolean {
  const letter = /\p{L}/u.exec(word)?.[0] ?? '';
  const fitting = [
    ...BY_SCRIPT.flatMap(([script, of]) => (script.test(letter) ? [of] : [])),
    ...ALSO.flatMap(([script, of]) => (script.test(letter) ? of : [])),
  ];
  if (fitting.length > 0) return language === UNDETERMINED || fitting.includes(language);
  return language === 'sr' || !(BY_SCRIPT.some(([, of]) => of === language) || ALSO.some(([, of]) => of.includes(language)));
}

const SAMPLE = 800;

/** Returns the base language of a text: the stated one, else the one that its script or its most frequent words show. */
export function languageOfText(text: string, stated: string | null | undefined): string {
  const language = baseLanguage(stated);
  if (language !== UNDETERMINED || (stated ?? '') !== '') return language;
  const sample = text.slice(0, SAMPLE);
  const letter = /\p{L}/u.exec(sample)?.[0] ?? '';
  const [, ofScript] = BY_SCRIPT.find(([script]) => script.test(letter)) ?? [];
  if (ofScript !== undefined) return ofScript;
  // The frequent words have no accents, or are found without them.
  return languageOfWords(sample.toLowerCase().match(/\p{L}+/gu) ?? []) ?? UNDETERMINED;
}
