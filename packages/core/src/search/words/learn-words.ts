import type { Database } from '../../storage/database.ts';
import { hasTable } from '../../storage/migrations/has-table.ts';
import { languageOfText } from '../languages/language-of-text.ts';
import { countWords, type UsedWord, type WrittenText } from './count-words.ts';
import { readFill } from './fills.ts';
import { WORDS_TABLE } from './word-tables.ts';
import { addWords } from './write-words.ts';

const MAXIMUM_SEEN = 500_000;
/** What may contain words; marks and punctuation beyond ASCII are separated where it is new. */
const WRITTEN = /[A-Za-z0-9\u0080-\uffff-]+/g;

interface Seen {
  /** By language, what was written in texts whose words are stored. Most texts have nothing else, and cost little more than splitting. */
  readonly written: Map<string, Set<string>>;
  size: number;
  /** The fill during which they were: at its end, words that are in no text any more are deleted. */
  fill: number;
  /** The number of words that were new, so that whoever keeps a copy of the words knows that it is old. */
  added: number;
}

const seenBy = new WeakMap<Database, Seen>();

function seenIn(database: Database): Seen {
  let seen = seenBy.get(database);
  if (!seen) seenBy.set(database, (seen = { written: new Map(), size: 0, fill: 0, added: 0 }));
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
  if (seen.fill !== state.fill || seen.size > MAXIMUM_SEEN) {
    seen.written.clear();
    seen.size = 0;
    seen.fill = state.fill;
  }
  const fresh = freshOf(texts, seen);
  if (fresh.size === 0) return 0;
  const words: UsedWord[] = [];
  for (const [language, written] of fresh) words.push(...(await countWords([{ text: [...written].join(' '), language }])));
  const added = await addWords(database, words, state.fill);
  for (const [language, written] of fresh) {
    const known = seen.written.get(language) ?? new Set();
    for (const each of written) known.add(each);
    seen.written.set(language, known);
    seen.size += written.size;
  }
  seen.added += added;
  return added;
}

/** By language, what was not written in any text before. */
function freshOf(texts: readonly WrittenText[], { written }: Seen): ReadonlyMap<string, ReadonlySet<string>> {
  const fresh = new Map<string, Set<string>>();
  for (const { text, language: stated } of texts) {
    const language = languageOfText(text, stated);
    const known = written.get(language);
    for (const each of text.match(WRITTEN) ?? []) {
      if (known?.has(each)) continue;
      const ofLanguage = fresh.get(language);
      if (ofLanguage) ofLanguage.add(each);
      else fresh.set(language, new Set([each]));
    }
  }
  return fresh;
}
