import { diffArrays } from 'diff';

/** A part of a text that two versions share, or that only one of them has. */
export interface DiffPart {
  readonly change: 'equal' | 'insert' | 'delete';
  readonly text: string;
}

/** Beyond this number of changes the middle is returned as one deletion and one insertion: nobody reads it word by word. */
const MAXIMUM_CHANGES = 2000;

/**
 * Compares two texts word by word, keeping whitespace. Joining the parts without `insert` gives the first text, without `delete` the
 * second.
 *
 * @example
 * diffWords('a red door', 'a blue door')
 * // [{equal 'a '}, {delete 'red'}, {insert 'blue'}, {equal ' door'}]
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const a = wordsOf(before);
  const b = wordsOf(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return joined([
    { change: 'equal', text: a.slice(0, start).join('') },
    ...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { change: 'equal', text: a.slice(a.length - end).join('') },
  ]);
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** Uses Myers's algorithm, whose cost depends on the number of changes: two edits of a text differ little. */
function diffMiddle(a: string[], b: string[]): DiffPart[] {
  const changes = diffArrays(a, b, { maxEditLength: MAXIMUM_CHANGES });
  if (!changes)
    return [
      { change: 'delete', text: a.join('') },
      { change: 'insert', text: b.join('') },
    ];
  return changes.map(({ value, added, removed }) => ({ change: added ? 'insert' : removed ? 'delete' : 'equal', text: value.join('') }));
}

/** Removes empty parts, and joins adjacent parts of one kind. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: { change: DiffPart['change']; text: string }[] = [];
  for (const part of parts) {
    if (part.text === '') continue;
    const last = result.at(-1);
    if (last?.change === part.change) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}
