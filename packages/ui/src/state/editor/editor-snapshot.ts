import type { ContentRecord } from '../records.ts';
import type { DraftSnapshot } from '../draft/draft-snapshot.ts';
import type { AppliedStep } from './change-stack.ts';
import type { EditorProblem } from './editor-problem.ts';
import type { FormFields } from './form.ts';
import type { FoundDraft } from './local-draft.ts';
import type { Links } from './save-links.ts';

/** The save state of the piece. */
export type SaveStatus = 'clean' | 'unsaved' | 'saving' | 'saved' | 'refused' | 'offline' | 'signed_out';

/** The state that an editor shows. Frozen, and the same object until something changes. */
export interface EditorSnapshot {
  /** Null until the piece is stored. */
  readonly contentId: string | null;
  readonly rev: number | null;
  /** The record as last read or saved, with its members for staff; null for a new piece. */
  readonly stored: ContentRecord | null;
  /** The form of the stored record; null for a new piece. */
  readonly base: FormFields | null;
  readonly fields: FormFields;
  readonly links: Links;
  readonly isDirty: boolean;
  readonly status: SaveStatus;
  readonly problem: EditorProblem | null;
  /** Fields that were merged from another person's save, or with earlier edits, since the last save. */
  readonly merged: readonly string[];
  /** When the unsaved input of a form without a draft was last kept on this device; `failed` if that was not possible. */
  readonly localCopy: { readonly at: string | null; readonly failed: boolean };
  /** The shared draft that the form shows and writes; null for a new piece, and where there is none. */
  readonly draft: DraftSnapshot | null;
  /** Whether the draft of a new piece begins as one that nobody else can read. */
  readonly isPrivate: boolean;
  /** Earlier unsaved edits, until they are restored or discarded. */
  readonly found: FoundDraft | null;
  /** Steps that can be undone, the latest last. */
  readonly steps: readonly AppliedStep[];
}
