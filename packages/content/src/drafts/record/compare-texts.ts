import { type DraftValues, type TextEdit, textEdits } from '@colophon/draft';
import type { CompareTexts } from '@colophon/draft';
import { textWorkers } from '../../rendering/text-workers.ts';

/** In UTF-16 units: longer texts are compared in a thread. */
const LONGEST_HERE = 20_000;
const TEXTS = ['title', 'description', 'body'] as const;

/** Compares the texts of two drafts ahead, long ones in a thread. @returns a function that answers for them */
export async function compareAhead(before: DraftValues, after: DraftValues): Promise<CompareTexts> {
  const known = new Map<string, readonly TextEdit[]>();
  for (const root of TEXTS) {
    if (before[root] === after[root]) continue;
    known.set(root, await compareMiddle(before[root], after[root]));
  }
  return (one, other, root) => (one === before[root] && other === after[root] ? known.get(root) : undefined) ?? textEdits(one, other);
}

/** Compares what lies between the words that both begin and end with: most edits are in one place. */
async function compareMiddle(before: string, after: string): Promise<TextEdit[]> {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  // To where a word, and with it a character, is whole in both.
  while (start > 0 && !isBreak(before[start - 1])) start -= 1;
  while (end > 0 && !isBreak(before[before.length - end])) end -= 1;
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const edits = old.length + now.length <= LONGEST_HERE ? textEdits(old, now) : await compareLong(old, now);
  return edits.map((edit) => ({ ...edit, at: edit.at + start }));
}

function isBreak(unit: string | undefined): boolean {
  return unit === ' ' || unit === '\n';
}

async function compareLong(before: string, after: string): Promise<TextEdit[]> {
  const parts = await textWorkers.run({ task: 'compare', before, after });
  const edits: { at: number; remove: number; insert: string }[] = [];
  let at = 0;
  for (const { change, text } of parts) {
    const last = edits.at(-1);
    if (change === 'equal') at += text.length;
    else if (last && last.at + last.remove === at) {
      if (change === 'insert') last.insert += text;
      else last.remove += text.length;
    } else edits.push(change === 'insert' ? { at, remove: 0, insert: text } : { at, remove: text.length, insert: '' });
    if (change === 'delete') at += text.length;
  }
  return edits;
}
