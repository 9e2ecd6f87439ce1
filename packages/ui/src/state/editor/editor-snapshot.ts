import type { ContentRecord } from '../records.ts';
import type { FieldMerge } from '../merge/field-merge.ts';
import type { AppliedStep } from './change-stack.ts';
import type { FormFields } from './form.ts';
import type { FoundDraft } from './local-draft.ts';
import type { Links } from './save-links.ts';

/** How the piece stands to what is stored. */
export type SaveStatus = 'clean' | 'unsaved' | 'saving' | 'saved' | 'conflict' | 'refused' | 'offline' | 'signed_out';

/** Why something was refused, in the words of whoever refused it. */
export interface EditorProblem {
  readonly code: string;
  readonly detail: string;
  readonly hint: string | null;
  readonly requestId: string | null;
  /** Faults by field; `pointer` is a JSON pointer such as `/title`. */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  /** The whole problem document, for what it says beside. */
  readonly problem: Readonly<Record<string, unknown>> | null;
}

/** Two edits that meet: what the record is now, and what is to be asked. */
export interface EditorConflict {
  readonly theirs: ContentRecord;
  readonly merge: FieldMerge;
}

/** Everything that an editor shows. Frozen, and the same object until something differs. */
export interface EditorSnapshot {
  /** Null until the piece is stored. */
  readonly contentId: string | null;
  readonly rev: number | null;
  /** The record as it was read or saved last, with what it says to the staff; null for a new piece. */
  readonly stored: ContentRecord | null;
  /** Its form; null for a new piece. */
  readonly base: FormFields | null;
  readonly fields: FormFields;
  readonly links: Links;
  readonly isDirty: boolean;
  readonly status: SaveStatus;
  readonly problem: EditorProblem | null;
  readonly conflict: EditorConflict | null;
  /** Fields that were taken from somebody else's save without asking, since the last save. */
  readonly merged: readonly string[];
  /** When the machine last kept a copy of what is not saved; `failed` when it could not. */
  readonly localCopy: { readonly at: string | null; readonly failed: boolean };
  /** When the server last kept a copy of what is not saved; null where it has none. */
  readonly serverCopy: string | null;
  /** Edits of an earlier time that were not saved, until they are restored or discarded. */
  readonly found: FoundDraft | null;
  /** What was applied as one step and can be taken back, the latest last. */
  readonly steps: readonly AppliedStep[];
}
