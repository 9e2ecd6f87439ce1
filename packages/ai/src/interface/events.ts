import type { AIErrorCode } from '../errors/errors.ts';
import type { TokenUsage } from './responses.ts';

/** Emitted after each call that a provider answered. `complete` and `message` report as `chat`. */
export interface UsageEvent {
  provider: string;
  model: string;
  operation: string;
  usage?: TokenUsage;
  /** Milliseconds of wall clock. */
  duration: number;
  /** When the call was complete. */
  timestamp: Date;
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
