import type { DraftValues, SentUpdate } from '@colophon/draft';

/** Whose copy it is, and of which piece. */
export interface CopyPlace {
  readonly userId: string;
  readonly tenantId: string | null;
  readonly contentId: string;
}

/** What an editor wrote that the server has not acknowledged. */
export interface DraftCopy extends CopyPlace {
  /** Unique to an editor: one tab that has one piece open. */
  readonly key: string;
  readonly epoch: string;
  readonly client: number;
  /** What the draft said before the first of these updates. */
  readonly base: DraftValues;
  /** The whole draft with them. */
  readonly state: Uint8Array;
  readonly unsent: readonly SentUpdate[];
}

/** Keeps on the device what was not acknowledged, so that a crash of the page loses nothing. */
export interface DraftCopies {
  keep(copy: DraftCopy): Promise<void>;
  forget(key: string): Promise<void>;
  /** The copies of a piece whose editors are gone. */
  orphans(place: CopyPlace): Promise<readonly DraftCopy[]>;
  /** Marks an editor as open while it runs. @returns a function that ends that */
  hold(key: string): () => void;
}
