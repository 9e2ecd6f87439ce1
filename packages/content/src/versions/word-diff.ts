/** A stretch of text that two versions share, or that only one of them has. */
export interface DiffPart {
  readonly change: 'equal' | 'insert' | 'delete';
  readonly text: string;
}

/** Beyond this many different words the middle is told as one deletion and one insertion: nobody reads it word by word. */
const MAXIMUM_CELLS = 4_000_000;

/**
 * Compares two texts word by word, whitespace kept. Joining the parts without `insert` gives the first text, without
 * `delete` the second.
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
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return joined([
    ...a.slice(0, start).map((text): DiffPart => ({ change: 'equal', text })),
    ...middle,
    ...a.slice(a.length - end).map((text): DiffPart => ({ change: 'equal', text })),
  ]);
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** The longest common subsequence by its table: what differs between two edits of a text is short. */
function diffMiddle(a: readonly string[], b: readonly string[]): DiffPart[] {
  const removed = a.map((text): DiffPart => ({ change: 'delete', text }));
  const added = b.map((text): DiffPart => ({ change: 'insert', text }));
  if (a.length === 0 || b.length === 0 || (a.length + 1) * (b.length + 1) > MAXIMUM_CELLS) return [...removed, ...added];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      parts.push({ change: 'equal', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
      parts.push(removed[i] ?? { change: 'delete', text: '' });
      i += 1;
    } else {
      parts.push(added[j] ?? { change: 'insert', text: '' });
      j += 1;
    }
  }
  return [...parts, ...removed.slice(i), ...added.slice(j)];
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: { change: DiffPart['change']; text: string }[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.change === part.change) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}
