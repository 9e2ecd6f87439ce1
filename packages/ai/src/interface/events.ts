import type { AIErrorCode } from '../errors/errors.ts';
import type { TokenUsage } from './responses.ts';

/**
 * Emitted after each call that a provider answered. `complete` and `message` report as `chat`. Emitted once more, with the settlement
 * `failed`, if the store of a spending limit could not record what a call cost: its whole reservation then counts as spent.
 */
export interface UsageEvent {
  provider: string;
  model: string;
  operation: string;
  usage?: TokenUsage;
  /** Milliseconds of wall clock. */
  duration: number;
  /** When the call was complete. */
  timestamp: Date;
  /** Present if the store of a spending limit has not recorded the cost yet: it does so in the background (`pending`), or could not (`failed`). */
  settlement?: 'pending' | 'failed';
  tags?: Record<string, string>;
}

/** The outcome of a call. */
export type RequestStatus = 'succeeded' | 'failed' | 'timed_out' | 'aborted' | 'rejected';

/** Emitted exactly once per call, whatever its outcome. Contains no prompt, answer or credential. */
export interface RequestEvent {
  provider: string;
  model: string;
  /** The method that was called. */
  operation: string;
  /** `rejected` means that this library refused the call and nothing was sent. */
  status: RequestStatus;
  /** The number of requests sent. */
  attempts: number;
  requestedMaxOutputTokens?: number;
  effectiveMaxOutputTokens?: number;
  requestedReasoningTokens?: number;
  effectiveReasoningTokens?: number;
  /** Milliseconds. */
  duration: number;
  errorCode?: AIErrorCode;
  tags?: Record<string, string>;
}
