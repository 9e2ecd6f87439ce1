import type { ColophonClient } from '../client-port.ts';
import type { ContentRecord } from '../records.ts';
import type { FormFields } from './form.ts';
import type { DraftStorage } from './local-draft.ts';
import type { Links } from './save-links.ts';
import type { SavePayload } from './save-record.ts';

/** What came of saving. */
export type SaveOutcome =
  | { readonly status: 'saved'; readonly rev: number }
  | { readonly status: 'unchanged' | 'conflict' | 'refused' | 'offline' | 'closed'; readonly detail: string };

export interface ContentEditorStateOptions {
  /** What is opened; null or nothing begins a new piece. */
  readonly content?: ContentRecord | null;
  /** Fields that a new piece begins with, or edits of a stored one that were kept elsewhere. */
  readonly draft?: Partial<FormFields>;
  /** Saves to the API. Without it, and without `save`, nothing can be saved. */
  readonly client?: ColophonClient | null;
  /** Saves in place of the client, and answers the record as it then is. */
  readonly save?: (payload: SavePayload) => Promise<ContentRecord>;
  readonly onSaved?: (record: ContentRecord, payload: SavePayload) => void;
  /** What the stored piece leans on; its references are known from the record. */
  readonly links?: Partial<Links>;
  /** Where what is typed is kept; null keeps nothing. */
  readonly storage?: DraftStorage | null;
  readonly userId?: string;
  readonly tenantId?: string | null;
  /** Tells the tabs of one browser apart; made by chance when it is not given. */
  readonly tab?: string;
  readonly now?: () => number;
  /** Fields that an assistant may write, within what any may. */
  readonly assistantFields?: readonly string[];
}
