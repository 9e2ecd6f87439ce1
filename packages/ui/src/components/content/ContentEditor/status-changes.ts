import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import type { SaveOutcome } from '../../../state/editor/editor-options.ts';
import type { ContentRecord } from '../../../state/records.ts';

/** A status that a piece can be given from the menu of its editor. */
export interface StatusChange {
  readonly id: 'review' | 'draft' | 'publish' | 'unpublish' | 'archive' | 'restore';
  readonly status: ContentRecord['status'];
  /** Whether it changes what readers see, and is confirmed first. */
  readonly isPublic?: true;
}

const REVIEW: StatusChange = { id: 'review', status: 'review' };
const DRAFT: StatusChange = { id: 'draft', status: 'draft' };
const ARCHIVE: StatusChange = { id: 'archive', status: 'archived' };
const PUBLISH: StatusChange = { id: 'publish', status: 'published', isPublic: true };

const CHANGES: Readonly<Record<ContentRecord['status'], readonly StatusChange[]>> = {
  draft: [REVIEW, PUBLISH, ARCHIVE],
  review: [DRAFT, PUBLISH, ARCHIVE],
  published: [
    { id: 'unpublish', status: 'draft', isPublic: true },
    { ...ARCHIVE, isPublic: true },
  ],
  archived: [DRAFT, PUBLISH],
  deleted: [{ id: 'restore', status: 'draft' }],
};

/**
 * Returns the status changes that a stored piece offers, in the order of a menu. Whoever may not publish can submit a draft for review.
 *
 * @param main the change that the editor's main button makes, which the menu leaves out
 */
export function statusChangesOf(
  { status, can }: Pick<ContentRecord, 'status' | 'can'>,
  main: StatusChange['id'] | null,
): readonly StatusChange[] {
  if (can?.update === false) return [];
  return (CHANGES[status] ?? []).filter(({ id }) => id !== main && (id === 'review' || can?.publish !== false));
}

/** Saves the piece with these changes. If that fails, the form is reset to its previous values, since the user did not type them. */
export async function saveWith(
  editor: ContentEditorState,
  changes: Parameters<ContentEditorState['update']>[0],
): Promise<{ readonly outcome: SaveOutcome; readonly problem: EditorProblem | null }> {
  const { form } = editor;
  const { base } = editor.snapshot;
  editor.update(changes);
  const outcome = await editor.save();
  const { problem } = editor.snapshot;
  if (outcome.status !== 'saved') {
    // What was unchanged before follows the record, which another person may have saved meanwhile.
    const now = editor.snapshot.base;
    const names = Object.keys(changes) as (keyof typeof changes)[];
    editor.update(Object.fromEntries(names.map((name) => [name, (base && now && form[name] === base[name] ? now : form)[name]])));
  }
  return { outcome, problem };
}
