import type { DraftDocument, UndoManager } from '@colophon/draft';
import type { Present } from '../../../state/draft/draft-presence.ts';
import type { Store } from '../../../state/store.ts';

/** The body of a shared draft, and who else is in it. */
export interface SharedText {
  readonly document: DraftDocument;
  /** Undoes what this editor wrote, and nothing of others. */
  readonly undo: UndoManager;
  readonly others: Store<readonly Present[]>;
  /** Called with the caret when it moves, in UTF-16 units. */
  readonly onCaret: (anchor: number, head: number) => void;
}
