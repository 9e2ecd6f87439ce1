import type { DraftValues } from '@colophon/draft';
import type { EditorProblem } from '../editor/editor-problem.ts';
import type { Present } from './draft-presence.ts';

/**
 * How an editor stands to its draft: `opening` until it is there, `absent` where the server has no drafts, `closed` where it may not be
 * read any more.
 */
export type DraftPhase = 'opening' | 'open' | 'absent' | 'closed';

/** Whether what is written reaches the server. */
export type DraftConnection = 'online' | 'offline' | 'signed_out' | 'refused';

/** What an editor shows of its draft. */
export interface DraftSnapshot {
  readonly phase: DraftPhase;
  readonly connection: DraftConnection;
  readonly may: 'write' | 'read';
  readonly isPrivate: boolean;
  /** What the draft says; null where there is none. */
  readonly values: DraftValues | null;
  /** Raised when the draft begins anew: what is bound to its document binds again. */
  readonly life: number;
  /** Changes that the server has not acknowledged. */
  readonly waiting: number;
  /** Whether they are not kept on this device either. */
  readonly isCopyFailed: boolean;
  /** What this editor wrote and may not send any more, to be copied. */
  readonly stranded: DraftValues | null;
  /** Fields in which others changed the same as this editor, which was away. */
  readonly both: readonly string[];
  readonly others: readonly Present[];
  /** The last save of the record, by anybody. */
  readonly saved: { readonly rev: number; readonly by: string | null } | null;
  readonly problem: EditorProblem | null;
}
