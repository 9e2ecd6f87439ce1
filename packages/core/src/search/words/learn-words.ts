import type { Database } from '../../storage/database.ts';
import { hasTable } from '../../storage/migrations/has-table.ts';
import { HASH_OF_NOTHING, hashWith } from '../../text/index-budget.ts';
import type { UsedWord, WrittenText } from './count-words.ts';
import { countBeside } from './fill-words.ts';
import { readFill } from './fills.ts';
import { WORDS_TABLE } from './word-tables.ts';
import { addWords } from './write-words.ts';

const MAXIMUM_SEEN = 1_000_000;

interface Seen {
  /** Hashes of the words that this process knows to be stored. */
  readonly words: Set<number>;
  /** The fill during which they were: at its end, words that are in no text any more are deleted. */
  fill: number;
  /** The number of words that were new, so that whoever keeps a copy of the words knows that it is old. */
  added: number;
}

const seenBy = new WeakMap<Database, Seen>();

function seenIn(database: Database): Seen {
  let seen = seenBy.get(database);
  if (!seen) seenBy.set(database, (seen = { words: new Set(), fill: 0, added: 0 }));
  return seen;
}

/** Returns how many new words this process has stored. */
export function wordsAdded(database: Database): number {
  return seenIn(database).added;
}

/**
 * Adds the words of texts that were saved to the words in use. A save does not wait for it: a word as typed is always searched, so that a
 * late word costs another form of it, never a result.
 *
 * @returns the number of new words
 */
export async function learnWords(database: Database, texts: readonly WrittenText[]): Promise<number> {
  if (texts.length === 0 || !(await hasTable(database, WORDS_TABLE))) return 0;
  const state = await readFill(database);
  // The first fill reads these texts too.
  if (!state) return 0;
  const seen = seenIn(database);
  if (seen.fill !== state.fill) {
    seen.words.clear();
    seen.fill = state.fill;
  }
  const words = (await countBeside(texts)).filter((word) => !seen.words.has(hashOf(word)));
  if (words.length === 0) return 0;
  const added = await addWords(database, words, state.fill);
  if (seen.words.size + words.length > MAXIMUM_SEEN) seen.words.clear();
  for (const word of words) seen.words.add(hashOf(word));
  seen.added += added;
  return added;
}

/** 53 bits: of a million words, one in ten thousand runs confuses two. */
function hashOf({ language, key, word }: UsedWord): number {
  const id = `${language} ${key} ${word}`;
  let [one, other] = [HASH_OF_NOTHING, HASH_OF_NOTHING];
  for (let at = 0; at < id.length; at += 1) {
    const unit = id.charCodeAt(at);
    one = hashWith(one, unit);
    other = hashWith(other, unit + 0x9e37);
  }
  return (one >>> 0) * 2 ** 21 + ((other >>> 0) & 0x1fffff);
}
