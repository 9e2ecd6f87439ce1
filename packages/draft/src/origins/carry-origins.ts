import type { TextEdit } from '../edits/text-edits.ts';
import { addText, type TextRun } from './origin-runs.ts';

/**
 * Returns the origins of a text after edits: what was inserted has `origin`, the rest keeps its own. For a save without a draft.
 *
 * @example
 * carryOrigins([[10, 1]], [{ at: 2, remove: 3, insert: 'blue' }], 7); // [[2, 1], [4, 7], [5, 1]]
 */
export function carryOrigins(runs: readonly TextRun[], edits: readonly TextEdit[], origin: number): TextRun[] {
  const result: TextRun[] = [];
  const pending = runs.values();
  let [left, number] = [0, 0];
  /** Takes so many units of the text before. */
  const take = (length: number, isKept: boolean): void => {
    for (let rest = length; rest > 0;) {
      if (left === 0) {
        const next = pending.next();
        if (next.done === true) return;
        [left, number] = next.value;
        continue;
      }
      const count = Math.min(left, rest);
      if (isKept) addText(result, count, number);
      left -= count;
      rest -= count;
    }
  };
  let at = 0;
  for (const edit of edits) {
    take(edit.at - at, true);
    take(edit.remove, false);
    addText(result, edit.insert.length, origin);
    at = edit.at + edit.remove;
  }
  take(Number.POSITIVE_INFINITY, true);
  return result;
}
