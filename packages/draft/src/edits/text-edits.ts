import { diffArrays } from 'diff';

/** One place of a text that changes: at an offset of the text before, in UTF-16 units. */
export interface TextEdit {
  readonly at: number;
  /** How many units are removed there. */
  readonly remove: number;
  readonly insert: string;
}

/** Texts that differ in more lines or words are replaced from the first to the last difference. */
const MOST_CHANGES = 2000;

/**
 * Returns what changes one text into another, in the order of their places: line by line, and word by word in lines that differ. No edit
 * parts a character.
 *
 * @example
 * textEdits('a red door', 'a blue door'); // [{ at: 2, remove: 3, insert: 'blue' }]
 */
export function textEdits(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  return differences(linesOf(before), linesOf(after)).flatMap((lines) =>
    differences(wordsOf(lines.removed), wordsOf(lines.inserted)).map((words) => ({
      at: lines.at + words.at,
      remove: words.removed.length,
      insert: words.inserted,
    })),
  );
}

/** Returns a text with edits applied. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.at) + edit.insert;
    at = edit.at + edit.remove;
  }
  return result + text.slice(at);
}

/** One place of a list that changes: at an index of the list before. */
export interface ListEdit {
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly string[];
}

/** Returns what changes one list into another, in the order of their places. */
export function listEdits(before: readonly string[], after: readonly string[]): ListEdit[] {
  return changesBetween(before, after).map(({ start, removed, inserted }) => ({ at: start, remove: removed.length, insert: inserted }));
}

interface Difference {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

function differences(before: readonly string[], after: readonly string[]): Difference[] {
  let at = 0;
  let next = 0;
  return changesBetween(before, after).map(({ start, removed, inserted }) => {
    for (; next < start; next += 1) at += before[next]?.length ?? 0;
    return { at, removed: removed.join(''), inserted: inserted.join('') };
  });
}

interface Change {
  readonly start: number;
  readonly removed: readonly string[];
  readonly inserted: readonly string[];
}

/** Adjacent insertions and deletions are one change. What both begin and end with is left out first: most edits are in one place. */
function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const removed = before.slice(start, before.length - end);
  const inserted = after.slice(start, after.length - end);
  if (removed.length === 0 && inserted.length === 0) return [];
  const parts = removed.length > 0 && inserted.length > 0 ? diffArrays(removed, inserted, { maxEditLength: MOST_CHANGES }) : undefined;
  if (!parts) return [{ start, removed, inserted }];
  const changes: { start: number; removed: string[]; inserted: string[] }[] = [];
  let index = start;
  let isOpen = false;
  for (const { value, added, removed: isRemoved } of parts) {
    if (!added && !isRemoved) {
      index += value.length;
      isOpen = false;
      continue;
    }
    if (!isOpen) changes.push({ start: index, removed: [], inserted: [] });
    isOpen = true;
    changes.at(-1)?.[added ? 'inserted' : 'removed'].push(...value);
    if (isRemoved) index += value.length;
  }
  return changes;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/gu) ?? [];
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|\S+/gu) ?? [];
}
