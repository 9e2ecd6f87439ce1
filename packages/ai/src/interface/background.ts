import type { AIWarning } from './responses.ts';

/** Identifies an answer that is written in the background. Plain JSON: store it anywhere and ask for it from another process. */
export interface BackgroundHandle {
  responseId: string;
  provider: string;
  model: string;
  /** ISO 8601. */
  createdAt: string;
  /** Options of the call that could not be passed to the provider. */
  warnings?: AIWarning[];
}

/** The status of an answer in the background. One that ended at its ceiling has succeeded. */
export type BackgroundState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** The result of a poll. */
export interface BackgroundStatus {
  status: BackgroundState;
  /** The provider's own status. An unknown one counts as `running`. */
  rawStatus?: string;
}
