import { isStopWord } from '../languages/stop-words.ts';

/** Languages that write compounds as one word, each with the letters that may stand between two parts. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  da: ['', 's', 'e', 'er'],
  de: ['', 's', 'es', 'n', 'en', 'e', 'er'],
  fi: ['', 'n', 'en'],
  nl: ['', 's', 'e', 'en', 'er'],
  no: ['', 's', 'e', 'er'],
  sv: ['', 's', 'e'],
};

export const COMPOUNDING: readonly string[] = Object.keys(LINKS);

/** In letters; what is shorter is one word. */
export const SHORTEST_COMPOUND = 9;
export const SHORTEST_PART = 4;
/** A part is a word that so many texts have by itself. */
export const PART_DOCS = 3;

/** In how many texts a word is; 0 for one that is no part of compounds. */
export type DocsOf = (word: string) => number;

/**
 * Splits a folded compound into two parts, else into three, each of them a word in use: by the parts that most texts have.
 *
 * @returns undefined if it is none
 * @example
 * splitCompound('pflegeversicherung', 'de', docsOf);   // ['pflege', 'versicherung']
 */
export function splitCompound(word: string, language: string, docsOf: DocsOf): readonly string[] | undefined {
  const links = LINKS[language];
  if (!links || word.length < SHORTEST_COMPOUND) return undefined;
  const isPart = (part: string): boolean => part.length >= SHORTEST_PART && docsOf(part) >= PART_DOCS && !isStopWord(part, language);
  return bestOf(inTwo(word, links, isPart), docsOf) ?? bestOf(inThree(word, links, isPart), docsOf);
}

function* inTwo(word: string, links: readonly string[], isPart: (part: string) => boolean): Generator<readonly string[]> {
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const last = word.slice(at);
    if (!isPart(last)) continue;
    for (const first of withoutLinks(word.slice(0, at), links)) if (isPart(first)) yield [first, last];
  }
}

function* inThree(word: string, links: readonly string[], isPart: (part: string) => boolean): Generator<readonly string[]> {
  for (let at = SHORTEST_PART; at <= word.length - 2 * SHORTEST_PART; at += 1) {
    for (const first of withoutLinks(word.slice(0, at), links)) {
      if (isPart(first)) for (const others of inTwo(word.slice(at), links, isPart)) yield [first, ...others];
    }
  }
}

/** What stands before the link, for each link that it may end with. */
function withoutLinks(text: string, links: readonly string[]): string[] {
  return links.flatMap((link) => (text.endsWith(link) && text.length > link.length ? [text.slice(0, text.length - link.length)] : []));
}

/** The parts with the best product of frequencies; of equal ones those with the shortest link, so the most letters. */
function bestOf(splits: Iterable<readonly string[]>, docsOf: DocsOf): readonly string[] | undefined {
  let best: readonly string[] | undefined;
  let most: readonly [product: number, letters: number] = [0, 0];
  for (const parts of splits) {
    const product = parts.reduce((sum, part) => sum + Math.log(docsOf(part)), 0);
    const letters = parts.join('').length;
    if (best && (product < most[0] || (product === most[0] && letters <= most[1]))) continue;
    best = parts;
    most = [product, letters];
  }
  return best;
}
