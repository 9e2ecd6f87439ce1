import type { Message } from './messages.ts';
import type { ChatOptions, RequestOptions, ResponseFormat } from './options.ts';
import type { AIResponse } from './responses.ts';

/** What one conversation of a batch may ask for besides the rest. */
export type BatchChatOptions = Pick<
  ChatOptions,
  | 'maxTokens'
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'stop'
  | 'frequencyPenalty'
  | 'presencePenalty'
  | 'seed'
  | 'tools'
  | 'toolChoice'
  | 'responseFormat'
  | 'reasoning'
  | 'providerOptions'
>;

/** One conversation of a batch. */
export interface BatchRequest {
  /** Names the answer: letters, digits, `-` and `_`, at most 64, each once in a batch. */
  id: string;
  messages: readonly Message[];
  options?: BatchChatOptions;
}

/** Names a batch. Plain JSON: store it anywhere and poll from another process. */
export interface BatchHandle {
  batchId: string;
  provider: string;
  model: string;
  /** ISO 8601. */
  createdAt: string;
}

/** Where a batch stands. `expired` and `cancelled` ones may have some answers. */
export type BatchState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** The answer to a poll. */
export interface BatchStatus {
  status: BatchState;
  /** The provider's own word. One this library does not know counts as `running`. */
  rawStatus?: string;
  counts?: { total: number; succeeded: number; failed: number };
}

/** Options of `fetchBatchResults`. */
export interface BatchResultsOptions extends RequestOptions {
  /** The shape that every answer was asked for: `response.object` is then parsed and checked. */
  responseFormat?: ResponseFormat;
}

/** What became of one conversation. */
export type BatchResult = { id: string; response: AIResponse } | { id: string; error: { code: string; message: string } };
