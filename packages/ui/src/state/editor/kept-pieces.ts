import { createLocalDrafts, type DraftPlace, type DraftStorage } from './local-draft.ts';

/** A new piece that was typed and never saved, as this machine keeps it. */
export interface KeptPiece {
  readonly title: string;
  /** The beginning of its text, for one without a title. */
  readonly excerpt: string;
  /** When it was kept. */
  readonly at: string;
}

/** In UTF-16 units. */
const LONGEST_EXCERPT = 80;

/**
 * The new pieces of a person that were never saved, the latest first: the editor of a new piece offers them. One that was kept by several
 * tabs with the same words is there once.
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
