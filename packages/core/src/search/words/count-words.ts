import { foldedWords, UNSPACED } from '../../text/folded-words.ts';
import { languageOfText } from '../languages/language-of-text.ts';
import { type Stemmer, stemmerOf } from '../languages/stemmers.ts';

/** A text whose words are in use. */
export interface WrittenText {
  readonly text: string;
  /** A BCP 47 tag, if somebody stated it. */
  readonly language: string | null;
}

/** A word in use, under one of its keys. */
export interface UsedWord {
  readonly language: string;
  readonly key: string;
  readonly word: string;
  readonly kind: 'form' | 'join' | 'part';
  /** The number of texts. */
  readonly docs: number;
}

const RUN = /[\p{L}\p{N}\p{M}\p{Cf}]+/gu;
/** Two parts, as in `e-mail`: longer chains are phrases rather than words. */
const HYPHENATED = /(?<![\p{L}\p{N}\p{M}-])([\p{L}\p{M}]{1,15})[-\u2010\u2011]([\p{L}\p{M}]{2,15})(?![\p{L}\p{N}\p{M}-])/gu;
/** Longer ones are addresses and identifiers, which have no forms. */
const LONGEST = 40;
const LONGEST_WITH_DIGITS = 12;
const MAXIMUM_KNOWN = 200_000;

/** Returns whether a folded word can have forms and be corrected; numbers, identifiers and parts of unspaced scripts cannot. */
export function isOrdinary(word: string): boolean {
  return word.length <= LONGEST && /\p{L}/u.test(word) && !UNSPACED.test(word) && !(word.length > LONGEST_WITH_DIGITS && /\d/.test(word));
}

/** Counts the words of texts, each once for every text that contains it. */
export async function countWords(texts: readonly WrittenText[]): Promise<UsedWord[]> {
  const counts = new Map<KnownWord, number>();
  for (const { text, language: stated } of texts) {
    const language = languageOfText(text, stated);
    const stem = await stemmerOf(language);
    const seen = new Set<KnownWord>();
    for (const run of new Set(text.match(RUN))) for (const word of wordsOfRun(run, language, stem)) seen.add(word);
    if (/[-\u2010\u2011]/.test(text)) {
      for (const [whole, first = '', second = ''] of text.matchAll(HYPHENATED))
        for (const word of wordsOfPair(whole, first, second, language, stem)) seen.add(word);
    }
    for (const word of seen) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // Written in several ways, one word is known several times.
  const merged = new Map<string, UsedWord>();
  for (const [known, docs] of counts) {
    const id = `${known.language} ${known.key} ${known.word}`;
    merged.set(id, { ...known, docs: docs + (merged.get(id)?.docs ?? 0) });
  }
  return [...merged.values()];
}

type KnownWord = Omit<UsedWord, 'docs'>;

/** By language, what is written: the same few words make up most texts. */
const known = new Map<string, Map<string, readonly KnownWord[]>>();

function remembered(language: string, written: string, make: () => KnownWord[]): readonly KnownWord[] {
  let ofLanguage = known.get(language);
  if (!ofLanguage) known.set(language, (ofLanguage = new Map<string, readonly KnownWord[]>()));
  let words = ofLanguage.get(written);
  if (!words) {
    words = make();
    if (ofLanguage.size >= MAXIMUM_KNOWN) ofLanguage.clear();
    ofLanguage.set(written, words);
  }
  return words;
}

function wordsOfRun(run: string, language: string, stem: Stemmer): readonly KnownWord[] {
  return remembered(language, run, () =>
    foldedWords(run)
      .filter(isOrdinary)
      .flatMap((word) => keysOf(stem, word, run.toLowerCase()).map((key): KnownWord => ({ language, key, word, kind: 'form' }))),
  );
}

function wordsOfPair(whole: string, first: string, second: string, language: string, stem: Stemmer): readonly KnownWord[] {
  return remembered(language, whole, () => {
    const [folded, ...others] = foldedWords(first + second);
    const parts = foldedWords(`${first} ${second}`);
    if (folded === undefined || others.length > 0 || parts.length !== 2 || !isOrdinary(folded)) return [];
    const word = parts.join(' ');
    return keysOf(stem, folded, `${first}${second}`.toLowerCase()).map((key): KnownWord => ({ language, key, word, kind: 'join' }));
  });
}

function keysOf(stem: Stemmer, folded: string, written: string): readonly string[] {
  return stem(folded, written).filter((key) => key.length <= LONGEST);
}
