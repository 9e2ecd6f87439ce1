import { diffIndices } from 'node-diff3';

/** A part of a text comparison: in both texts, or in one of them. */
export interface DiffPart {
  readonly change: 'equal' | 'insert' | 'delete';
  readonly text: string;
}

/** Texts with more words are compared line by line, since the time grows with the product of both lengths. */
const MOST_WORDS = 4000;

/**
 * Compares two texts word by word, including whitespace. The parts without `insert` form the first text, those without `delete` the
 * second.
 *
 * @example
 * diffWords('a red door', 'a blue door');
 * // [{equal 'a '}, {delete 'red '}, {insert 'blue '}, {equal 'door'}]
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const a = wordsOf(before);
  const b = wordsOf(after);
  return a.length + b.length > MOST_WORDS ? diffParts(linesOf(before), linesOf(after)) : diffParts(a, b);
}

/** Words with the following space, so that equal spaces between different words do not count as unchanged. */
export function wordsOf(text: string): string[] {
  return text.match(/\s*\S+[^\S\n]*\n*|\s+/gu) ?? [];
}

/** Lines with their line ends. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/gu) ?? [];
}

function diffParts(a: readonly string[], b: readonly string[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let at = 0;
  const add = (change: DiffPart['change'], words: readonly string[]): void => {
    if (words.length > 0) parts.push({ change, text: words.join('') });
  };
  for (const { buffer1, buffer2 } of diffIndices([...a], [...b])) {
    const [start, length] = buffer1;
    add('equal', a.slice(at, start));
    add('delete', a.slice(start, start + length));
    add('insert', b.slice(buffer2[0], buffer2[0] + buffer2[1]));
    at = start + length;
  }
  add('equal', a.slice(at));
  return parts;
}
