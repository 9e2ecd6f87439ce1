import { type Fields, same } from '../fields.ts';
import { answeredText, mergeTexts } from '../merge/three-way.ts';
import type { Json } from '../records.ts';

/** A change that is applied and undone as one step. */
export interface AppliedStep {
  readonly id: string;
  readonly what: 'proposal' | 'merge' | 'restore' | 'change';
  readonly before: Fields;
  readonly after: Fields;
}

/** The result of undoing a step. */
export interface UndoResult {
  /** Fields that have their earlier value again. */
  readonly undone: readonly string[];
  /** Fields that have changed since and cannot be separated from later edits; they are not changed. */
  readonly conflicts: readonly string[];
}

/**
 * Returns the change that undoes a step in the current form. A field that has not changed since gets its earlier value; in a text that has
 * changed, the step's words are removed and later edits are kept, if they can be separated.
 */
export function undoOf(step: AppliedStep, now: Fields): UndoResult & { readonly changes: Fields } {
  return back(step.after, step.before, now);
}

/** Returns the change that redoes a step. */
export function redoOf(step: AppliedStep, now: Fields): UndoResult & { readonly changes: Fields } {
  return back(step.before, step.after, now);
}

function back(from: Fields, to: Fields, now: Fields): UndoResult & { readonly changes: Fields } {
  const changes: Record<string, Json> = {};
  const conflicts: string[] = [];
  for (const [name, value] of Object.entries(to)) {
    const was = from[name] ?? null;
    const stands = now[name] ?? null;
    if (same(stands, was)) changes[name] = value;
    else if (typeof stands === 'string' && typeof was === 'string' && typeof value === 'string') {
      const text = answeredText(mergeTexts(was, stands, value), []);
      if (text === undefined) conflicts.push(name);
      else changes[name] = text;
    } else conflicts.push(name);
  }
  return { changes, undone: Object.keys(changes), conflicts };
}
