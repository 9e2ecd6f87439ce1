import type { Fields } from '../fields.ts';
import type { Json } from '../records.ts';
import type { AssistantContext } from './context.ts';

/** A proposed change: a new value of a field, or a replacement in the body. */
export interface ProposedChange {
  readonly field: string;
  readonly value?: Json;
  readonly find?: string;
  readonly replace?: string;
}

/** The proposal of an assistant, as returned by the chat. */
export interface Proposal {
  readonly id: string;
  readonly messageId?: string | null;
  readonly baseRev: number;
  readonly changes: readonly ProposedChange[];
  readonly reason: string;
  readonly model?: string | null;
  readonly status?: 'open' | 'applied' | 'dismissed' | 'stale';
}

/** A change as shown: the current text and the proposed one. */
export interface ShownChange {
  readonly index: number;
  readonly field: string;
  readonly before: string;
  readonly after: string;
  /** Whether the text to replace occurs exactly once; always true for a field. */
  readonly fits: boolean;
  /** Whether the form already has it. */
  readonly stands: boolean;
}

/** Returns the changes of a proposal relative to the current form. */
export function shownChanges({ changes }: Proposal, context: AssistantContext | null): readonly ShownChange[] {
  return changes.map(({ field, value, find, replace = '' }, index) => {
    if (find !== undefined) {
      const text = context?.currentEditorState ?? '';
      // A replacement that contains the passage would be found in itself.
      const stands = context !== null && (replace.includes(find) ? text.includes(replace) : !text.includes(find) && text.includes(replace));
      return { index, field, before: find, after: replace, fits: context === null || standsOnce(text, find), stands };
    }
    const now = context === null ? null : field === 'body' ? context.currentEditorState : context.fields[field as 'title'];
    const [before, after] = [textOf(now ?? null), textOf(value ?? null)];
    return { index, field, before, after, fits: true, stands: context !== null && before === after };
  });
}

/**
 * Returns the updates of the form for a proposal. Replacements are made in the current body;
 * those whose text does not occur exactly once are omitted.
 *
 * @param indices the changes to apply; default: all
 */
export function updatesOf(
  { changes }: Proposal,
  context: AssistantContext,
  indices?: readonly number[],
): { readonly updates: Fields; readonly unfit: readonly number[] } {
  const updates: Record<string, Json> = {};
  const unfit: number[] = [];
  for (const [index, { field, value, find, replace = '' }] of changes.entries()) {
    if (indices !== undefined && !indices.includes(index)) continue;
    if (find === undefined) updates[field] = value ?? null;
    else {
      const text = typeof updates['body'] === 'string' ? updates['body'] : context.currentEditorState;
      if (standsOnce(text, find)) updates['body'] = text.replace(find, () => replace);
      else unfit.push(index);
    }
  }
  return { updates, unfit };
}

function standsOnce(text: string, words: string): boolean {
  const at = text.indexOf(words);
  return words !== '' && at !== -1 && !text.includes(words, at + 1);
}

function textOf(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value)
    ? value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ')
    : JSON.stringify(value);
}
