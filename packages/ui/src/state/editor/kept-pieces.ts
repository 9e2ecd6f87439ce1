import { createLocalDrafts, type DraftPlace, type DraftStorage } from './local-draft.ts';

/** A new piece that was not saved, as kept on this device. */
export interface KeptPiece {
  readonly title: string;
  /** The beginning of its text, for a piece without a title. */
  readonly excerpt: string;
  /** When it was kept. */
  readonly at: string;
}

/** In UTF-16 units. */
const LONGEST_EXCERPT = 80;

/**
 * Returns the user's new pieces that were never saved, the latest first; the editor of a new piece offers them. Identical ones of
 * several tabs are listed once.
 */
export function keptPieces(
  storage: DraftStorage | null,
  person: Omit<DraftPlace, 'contentId'>,
  now: () => number = Date.now,
): readonly KeptPiece[] {
  const drafts = createLocalDrafts({ storage, tab: '', now }).findAll({ ...person, contentId: null });
  const pieces = drafts.map(({ fields, at }) => ({
    title: fields.title.trim(),
    excerpt: String(fields.body ?? '')
      .trim()
      .slice(0, LONGEST_EXCERPT),
    at,
  }));
  return pieces.filter(
    (piece, index) => pieces.findIndex((each) => each.title === piece.title && each.excerpt === piece.excerpt) === index,
  );
}
