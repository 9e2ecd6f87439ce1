import type { Database } from '@colophon/core';

/** The pieces that a transaction saves from their drafts: what it writes in them is no change from outside. */
const saving = new WeakMap<object, Set<string>>();

/** Runs work that saves a piece from its draft, in the ambient transaction. */
export async function savingFromDraft<T>({ written }: Database, contentId: string, work: () => Promise<T>): Promise<T> {
  if (!written) throw new Error('A draft is saved in a transaction.');
  const pieces = saving.get(written) ?? new Set();
  saving.set(written, pieces.add(contentId));
  try {
    return await work();
  } finally {
    pieces.delete(contentId);
  }
}

/** Whether the ambient transaction saves a piece from its draft. */
export function isSavedFromDraft({ written }: Database, contentId: string): boolean {
  return written !== undefined && saving.get(written)?.has(contentId) === true;
}
