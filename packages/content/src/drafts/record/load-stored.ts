import { type DraftDocument, DraftError, loadDraft, newClient } from '@colophon/draft';
import { damagedDraft } from './damaged-draft.ts';

/** Loads a stored state of a draft. @throws ConflictError `draft_damaged` if the stored bytes are no draft */
export function loadStored(state: Uint8Array): DraftDocument {
  try {
    return loadDraft(state, newClient());
  } catch (cause) {
    throw DraftError.isInstance(cause) ? damagedDraft(cause) : cause;
  }
}
