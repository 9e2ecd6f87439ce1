import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { BatchHandle, BatchStatus } from '../interface/batch.ts';
import type { Call } from '../provider/call.ts';
import type { WireRequest } from './chat-model.ts';

/** A request of a batch, as it leaves. */
export interface BatchLine {
  id: string;
  body: Record<string, unknown>;
}

/** Where a batch stands, and whatever leads to its answers. */
export interface BatchSnapshot {
  status: BatchStatus;
  /** Files that hold the answers, for vendors that keep them in files. */
  files?: readonly string[];
}

/** What became of one request, as the vendor says. */
export type BatchOutcome = { id: string } & (
  | { answer: LanguageModelV4GenerateResult }
  /** The status and body of a refusal, or the one word that stands for it. */
  | { status: number | undefined; body: unknown }
);

/** How one vendor takes conversations in batches. */
export interface BatchWire {
  /** The most requests in one batch. */
  readonly maxRequests: number;
  /** The most bytes that they may have together. */
  readonly maxBytes: number;
  /** Writes the body of one request. */
  write(call: Call, model: string, options: LanguageModelV4CallOptions): WireRequest;
  /** Hands the requests over and gives back the name of the batch. */
  submit(call: Call, lines: readonly BatchLine[]): Promise<string>;
  poll(call: Call, handle: BatchHandle): Promise<BatchSnapshot>;
  results(call: Call, handle: BatchHandle, snapshot: BatchSnapshot): AsyncIterable<BatchOutcome>;
  cancel(call: Call, handle: BatchHandle): Promise<void>;
}
