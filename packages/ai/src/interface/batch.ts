import type { Message } from './messages.ts';
import type { ChatOptions, RequestOptions, ResponseFormat } from './options.ts';
import type { AIResponse, AIWarning } from './responses.ts';

/** The options of one conversation of a batch. */
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
  /** Identifies the answer: letters, digits, `-` and `_`, at most 64, unique in a batch. */
  id: string;
  messages: readonly Message[];
  options?: BatchChatOptions;
}

/** Identifies a batch. Plain JSON: store it anywhere and poll from another process. */
export interface BatchHandle {
  batchId: string;
  provider: string;
  model: string;
  /** ISO 8601. */
  createdAt: string;
  /** Options of the requests that could not be passed to the provider, each once. */
  warnings?: AIWarning[];
}

/** The status of a batch. `expired` and `cancelled` ones may have some answers. */
export type BatchState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** The result of a poll. */
export interface BatchStatus {
  status: BatchState;
  /** The provider's own status. An unknown one counts as `running`. */
  rawStatus?: string;
  counts?: { total: number; succeeded: number; failed: number };
}

/** Options of `fetchBatchResults`. */
export interface BatchResultsOptions extends RequestOptions {
  /** The requested shape of every answer: `response.object` is then parsed and validated. */
  responseFormat?: ResponseFormat;
}

/** The result of one conversation. */
export type BatchResult = { id: string; response: AIResponse } | { id: string; error: { code: string; message: string } };
