import { DraftError } from '../errors/draft-error.ts';
import { writeValues } from '../edits/write-values.ts';
import { type DraftDocument, emptyDraft, stateOf } from '../shape/draft-document.ts';
import type { DraftValues } from '../shape/values.ts';

/** A draft with more structs than this is not loaded any more: it begins a new epoch first. */
export const MOST_STRUCTS = 10_000;

const EPOCH = /^[0-9a-f]{16}$/;

/** Returns a new epoch: 16 random hexadecimal digits, because a number would come again when a draft is deleted and begun anew. */
export function newEpoch(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a value has the form of an epoch. */
export function isEpoch(value: unknown): value is string {
  return typeof value === 'string' && EPOCH.test(value);
}

/** How many structs a draft has: what it costs to load and to keep depends on it more than on its text. */
export function structCount(document: DraftDocument): number {
  let count = 0;
  for (const structs of document.store.clients.values()) count += structs.length;
  return count;
}

/** A draft begun anew. */
export interface BegunDraft {
  readonly document: DraftDocument;
  /** The state after each step. */
  readonly states: readonly Uint8Array[];
}

/**
 * Begins a draft, or a new epoch of one: the texts without their history. Each step is written as its difference to the one before, so that
 * every earlier state is part of the draft: the record's values first (the saved state), a release's sealed values, the draft's last.
 *
 * @param client a fresh number; see {@link newClient}
 * @example
 * const record = valuesOfRecord({ title: 'Budget approved', body: 'The council met.' });
 * const { document, states } = beginDraft([record], newClient()); // states[0]: what is saved
 */
export function beginDraft(steps: readonly DraftValues[], client: number): BegunDraft {
  if (steps.length === 0) throw new DraftError('invalid_values', 'A draft begins with values.');
  const document = emptyDraft(client);
  const states = steps.map((values) => {
    writeValues(document, values);
    return stateOf(document);
  });
  return { document, states };
}
