/** The wires that the suite knows: OpenAI's Chat Completions, and Anthropic's Messages. */
export type ConformanceWire = 'chat-completions' | 'messages';

/** Why an answer ended, in one set of words for both wires. */
export type EndReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** An answer, as far as both wires have the same in it. */
export interface WireAnswer {
  text: string;
  toolCalls: readonly { name: string; arguments: unknown }[];
  end: EndReason;
  /** The billed tokens, if the answer reports them. */
  inputTokens?: number;
  outputTokens?: number;
}

/** A refusal: the status of the response, or of the error in a stream that had begun. */
export interface WireFailure {
  status: number;
  /** Seconds, if the server says when to try again. */
  retryAfter?: number;
}

/** Asks one model for one answer: `stream` as events, or at once. Rejects with the error of whatever is asked. */
export type Ask = (request: { model: string; stream: boolean; signal: AbortSignal }) => Promise<WireAnswer>;

/** The outcome of one check. */
export interface ConformanceResult {
  /** For example `chat-completions/stream/order`. */
  id: string;
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** What was wrong, or why the check was skipped. Never a key. */
  details: readonly string[];
}

/** The outcome of a suite. */
export interface ConformanceReport {
  results: readonly ConformanceResult[];
  passed: number;
  failed: number;
  skipped: number;
}
