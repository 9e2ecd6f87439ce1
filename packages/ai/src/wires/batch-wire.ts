import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { BatchHandle, BatchStatus } from '../interface/batch.ts';
import type { Call } from '../provider/call.ts';
import type { WireRequest } from './chat-model.ts';

/** A request of a batch, as it is sent. */
export interface BatchLine {
  id: string;
  body: Record<string, unknown>;
}

/** The status of a batch, and the location of its answers. */
export interface BatchSnapshot {
  status: BatchStatus;
  /** The files of the answers, for vendors that store them in files. */
  files?: readonly string[];
}

/** The result of one request, as the vendor reports it. */
export type BatchOutcome = { id: string } & (
  | { answer: LanguageModelV4GenerateResult }
  /** The status and body of a failure, or a single code. */
  | { status: number | undefined; body: unknown }
);

/** The batch API of one vendor. */
export interface BatchWire {
  /** The most requests in one batch. */
  readonly maxRequests: number;
  /** The maximum total size in bytes. */
  readonly maxBytes: number;
  /** Builds the body of one request. */
  write(call: Call, model: string, options: LanguageModelV4CallOptions): WireRequest;
  /** Submits the requests and returns the name of the batch. */
  submit(call: Call, lines: readonly BatchLine[]): Promise<string>;
  poll(call: Call, handle: BatchHandle): Promise<BatchSnapshot>;
  results(call: Call, handle: BatchHandle, snapshot: BatchSnapshot): AsyncIterable<BatchOutcome>;
  cancel(call: Call, handle: BatchHandle): Promise<void>;
}
