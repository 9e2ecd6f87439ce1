import { clockOf, type DraftDocument, loadDraft, stateOf } from '../shape/draft-document.ts';
import type { DraftValues } from '../shape/values.ts';
import { type CompareTexts, writeValues } from './write-values.ts';

/** A change as one update: made on a copy, so that nothing is changed if it cannot be stored. */
export interface DraftChange {
  readonly client: number;
  /** To be stored, and applied to the draft; null if nothing differed. */
  readonly update: Uint8Array | null;
  /** The first clock of `client` in the update, and the one after its last. */
  readonly start: number;
  readonly end: number;
  /** The copy with the change. */
  readonly document: DraftDocument;
}

/**
 * Makes a change on a copy of a draft and returns it as one update: a paste, an import, a suggestion that is applied.
 *
 * @param state the draft, or the state of one that the draft contains
 * @param client a number that was never used in this draft. Every such change needs a fresh one: a copy has not seen later changes, so
 * the same number would give the same ids to other letters.
 */
export function changeDraft(state: Uint8Array, client: number, change: (copy: DraftDocument) => void): DraftChange {
  const document = loadDraft(state, client);
  const start = clockOf(document, client);
  // The update of a transaction has its own deletions; one made from a vector would repeat all that ever were.
  const updates: Uint8Array[] = [];
  const keep = (update: Uint8Array): void => void updates.push(update);
  document.on('update', keep);
  document.transact(() => change(document));
  document.off('update', keep);
  return { client, update: updates[0] ?? null, start, end: clockOf(document, client), document };
}

/**
 * Turns values that were saved beside a draft, by an API call or an import, into an edit made at the state that was saved last: what
 * people have typed since stands.
 *
 * @param saved the state whose values were those of the record before. It must be part of the draft.
 * @returns the update for the draft, and the state that now equals the record.
 */
export function absorbValues(
  saved: Uint8Array,
  values: DraftValues,
  client: number,
  compare?: CompareTexts,
): DraftChange & { readonly saved: Uint8Array } {
  const change = changeDraft(saved, client, (copy) => writeValues(copy, values, compare));
  return { ...change, saved: stateOf(change.document) };
}
