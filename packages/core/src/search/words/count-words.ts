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
  readonly kind: 'form' | 'join';
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
  const counts = new Map<string, UsedWord & { docs: number }>();
  for (const { text, language: stated } of texts) {
    const language = languageOfText(text, stated);
    const stem = await stemmerOf(language);
    const seen = new Set<string>();
    const see = (kind: UsedWord['kind'], word: string, folded: string, written: string): void => {
      for (const key of keysOf(stem, language, folded, written)) {
        const id = `${language} ${key} ${word}`;
        if (seen.has(id)) continue;
        seen.add(id);
        const known = counts.get(id);
        if (known) known.docs += 1;
        else counts.set(id, { language, key, word, kind, docs: 1 });
      }
    };
    const runs = new Set(text.match(RUN));
    for (const run of runs) {
      for (const folded of foldedWords(run)) if (isOrdinary(folded)) see('form', folded, folded, run.toLowerCase());
    }
    for (const [, first = '', second = ''] of text.matchAll(HYPHENATED)) {
      const [folded, ...others] = foldedWords(first + second);
      const parts = foldedWords(`${first} ${second}`);
      if (folded !== undefined && others.length === 0 && parts.length === 2 && isOrdinary(folded))
        see('join', parts.join(' '), folded, `${first}${second}`.toLowerCase());
    }
  }
  return [...counts.values()];
}

const knownKeys = new Map<string, readonly string[]>();

/** The same few words make up most texts. */
function keysOf(stem: Stemmer, language: string, folded: string, written: string): readonly string[] {
  const id = `${language} ${written}`;
  let keys = knownKeys.get(id);
  if (!keys) {
    keys = stem(folded, written).filter((key) => key.length <= LONGEST);
    if (knownKeys.size >= MAXIMUM_KNOWN) knownKeys.clear();
    knownKeys.set(id, keys);
  }
  return keys;
}
