import type { ContentRecord } from '../records.ts';
import type { FieldMerge } from '../merge/field-merge.ts';
import type { AppliedStep } from './change-stack.ts';
import type { FormFields } from './form.ts';
import type { FoundDraft } from './local-draft.ts';
import type { Links } from './save-links.ts';

/** The save state of the piece. */
export type SaveStatus = 'clean' | 'unsaved' | 'saving' | 'saved' | 'conflict' | 'refused' | 'offline' | 'signed_out';

/** An error, as the server words it. */
export interface EditorProblem {
  readonly code: string;
  readonly detail: string;
  readonly hint: string | null;
  readonly requestId: string | null;
  /** Errors of fields; `pointer` is a JSON pointer such as `/title`. */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  /** The complete problem document, with its extensions. */
  readonly problem: Readonly<Record<string, unknown>> | null;
}

/** A conflict: the current record, and the questions of the merge. */
export interface EditorConflict {
  readonly theirs: ContentRecord;
  readonly merge: FieldMerge;
}

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
  readonly conflict: EditorConflict | null;
  /** Fields that were merged from another person's save without a conflict, since the last save. */
  readonly merged: readonly string[];
  /** When unsaved input was last kept on this device; `failed` if that was not possible. */
  readonly localCopy: { readonly at: string | null; readonly failed: boolean };
  /** When unsaved input was last kept on the server; null if it has none. */
  readonly serverCopy: string | null;
  /** Earlier unsaved edits, until they are restored or discarded. */
  readonly found: FoundDraft | null;
  /** Steps that can be undone, the latest last. */
  readonly steps: readonly AppliedStep[];
}
