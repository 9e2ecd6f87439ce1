import { type Fields, same } from '../merge/field-merge.ts';
import { answeredText, mergeTexts } from '../merge/three-way.ts';
import type { Json } from '../records.ts';

/** What was applied as one step, and is taken back as one. */
export interface AppliedStep {
  readonly id: string;
  readonly what: 'proposal' | 'merge' | 'restore' | 'change';
  readonly before: Fields;
  readonly after: Fields;
}

/** What came of taking a step back. */
export interface UndoResult {
  /** Fields that are as they were before it. */
  readonly undone: readonly string[];
  /** Fields that were changed since, in a way that cannot be told apart: they stay as they are. */
  readonly conflicts: readonly string[];
}

/**
 * The change that takes a step back from what stands now. A field that was not touched since returns to its value; of a text that was,
 * the step's own words go and the later ones stay, where that can be told apart.
 */
export function undoOf(step: AppliedStep, now: Fields): UndoResult & { readonly changes: Fields } {
  return back(step.after, step.before, now);
}

/** The change that applies a step again. */
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
