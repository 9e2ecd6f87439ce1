import type { ColophonClient } from '../client-port.ts';
import type { DraftCopies } from '../draft/draft-copies.ts';
import type { ContentRecord } from '../records.ts';
import type { FormFields } from './form.ts';
import type { DraftStorage } from './local-draft.ts';
import type { Links } from './save-links.ts';
import type { SavePayload } from './save-record.ts';

/** The result of a save. */
export type SaveOutcome =
  | { readonly status: 'saved'; readonly rev: number }
  | { readonly status: 'unchanged' | 'conflict' | 'refused' | 'offline' | 'closed'; readonly detail: string };

export interface ContentEditorStateOptions {
  /** The record to open; null or undefined for a new piece. */
  readonly content?: ContentRecord | null;
  /** The initial fields of a new piece, or edits of a stored one that were kept elsewhere. */
  readonly draft?: Partial<FormFields>;
  /** What a new piece begins with, such as its author. It is saved with the first input, and is none itself. */
  readonly defaults?: Partial<FormFields>;
  /** The client that saves to the API. Without it and without `save`, saving is not possible. */
  readonly client?: ColophonClient | null;
  /** Saves instead of the client, and returns the resulting record. */
  readonly save?: (payload: SavePayload) => Promise<ContentRecord>;
  readonly onSaved?: (record: ContentRecord, payload: SavePayload) => void;
  /** The facts and assets linked to the stored piece; its references are in the record. */
  readonly links?: Partial<Links>;
  /** The storage of unsaved input of a form without a draft, such as a new piece; null stores nothing. */
  readonly storage?: DraftStorage | null;
  readonly userId?: string;
  readonly tenantId?: string | null;
  /** Identifies a tab of the browser; default: random. */
  readonly tab?: string;
  readonly now?: () => number;
  /** Keeps on the device what the server has not acknowledged of a draft; null or undefined keeps nothing. */
  readonly copies?: DraftCopies | null;
  /** Whether the form of a stored piece shows and writes its shared draft, where the server has drafts; default true with a client. */
  readonly drafts?: boolean;
  /** The fields that an assistant may write, among those that any assistant may. */
  readonly assistantFields?: readonly string[];
}
