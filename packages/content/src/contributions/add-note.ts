import { ValidationError } from '@colophon/core';

/** In characters. */
export const LONGEST_NOTES = 20_000;

/**
 * The notes of the editors with another one at their end.
 *
 * @param isCut of a contributor's note what does not fit is left out: they do not see the notes of the editors
 * @throws ValidationError when they become too long
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
