import { diffIndices } from 'node-diff3';

/** A stretch of text that two texts share, or that only one of them has. */
export interface DiffPart {
  readonly change: 'equal' | 'insert' | 'delete';
  readonly text: string;
}

/** More words than this are compared line by line: the time grows with the product of both. */
const MOST_WORDS = 4000;

/**
 * Compares two texts word by word, whitespace kept. Joining the parts without `insert` gives the first text, without `delete` the
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

/** Words with the space after them, so that equal spaces between other words do not count as what stayed. */
export function wordsOf(text: string): string[] {
  return text.match(/\s*\S+[^\S\n]*\n*|\s+/gu) ?? [];
}

/** Lines with their ends. */
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
