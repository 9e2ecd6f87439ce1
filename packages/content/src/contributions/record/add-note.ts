import { ValidationError } from '@colophon/core';

/** In characters. */
export const LONGEST_NOTES = 20_000;

/**
 * Returns the editors' notes with another note appended.
 *
 * @param isCut cuts off what exceeds the limit of a contributor's note: contributors do not see the editors' notes
 * @throws ValidationError if the notes become too long
 */
export function addNote(
  { editorNotes }: { readonly editorNotes: string | null },
  note: string | null | undefined,
  { isCut = false } = {},
): { editorNotes?: string } {
  if (note === null || note === undefined || note === '') return {};
  const notes = editorNotes === null || editorNotes === '' ? note : `${editorNotes}\n\n${note}`;
  if (notes.length <= LONGEST_NOTES || isCut) return { editorNotes: notes.slice(0, LONGEST_NOTES).toWellFormed() };
  throw ValidationError.of([
    {
      pointer: '/editorNote',
      code: 'too_big',
      detail: `makes the notes longer than ${LONGEST_NOTES} characters; shorten editorNotes first`,
    },
  ]);
}
