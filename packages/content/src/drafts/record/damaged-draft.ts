import { ConflictError } from '@colophon/core';

const DAMAGED = 'draft_damaged';

/** What is stored of a draft cannot be read. */
export function damagedDraft(cause?: unknown): ConflictError {
  return new ConflictError('The stored draft cannot be read. The record is as it was saved.', {
    code: DAMAGED,
    hint: 'Restore the draft from a backup, or delete it: newsroom drafts close <id> --damaged.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Whether an error says that a stored draft cannot be read. */
export function isDamaged(error: unknown): boolean {
  return error instanceof ConflictError && error.code === DAMAGED;
}
