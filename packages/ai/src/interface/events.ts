import type { AIErrorCode } from '../errors/errors.ts';
import type { TokenUsage } from './responses.ts';

/** Told after each call that a provider answered. `complete` and `message` report as `chat`. */
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

/** How a call ended. */
export type RequestStatus = 'succeeded' | 'failed' | 'timed_out' | 'aborted' | 'rejected';

/** Told exactly once per call, whatever became of it. Holds no prompt, answer or credential. */
export interface RequestEvent {
  provider: string;
  model: string;
  /** The method that was called. */
  operation: string;
  /** `rejected` means that this library refused the call and nothing was sent. */
  status: RequestStatus;
  /** Requests that were really sent. */
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
