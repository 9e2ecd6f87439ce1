import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { BackgroundHandle, BackgroundStatus } from '../interface/background.ts';
import type { Call } from '../provider/call.ts';
import type { Json } from './reply.ts';

/** A call to be answered in the background. */
export interface BackgroundSubmission {
  model: string;
  options: LanguageModelV4CallOptions;
  /** Whether the vendor keeps the answer until it is deleted, or for as long as it takes to fetch it at once. */
  isKept: boolean;
  /** Checks what leaves. */
  fetch: typeof globalThis.fetch;
}

/** The API of one vendor for answers that are written in the background. */
export interface BackgroundWire {
  /** Submits a call, and returns the name of its answer. */
  submit(call: Call, submission: BackgroundSubmission): Promise<string>;
  /** The status, and the answer as the vendor holds it. */
  poll(call: Call, handle: BackgroundHandle): Promise<{ status: BackgroundStatus; reply: Json }>;
  /** Reads a finished answer. */
  read(call: Call, handle: BackgroundHandle, reply: Json): Promise<LanguageModelV4GenerateResult>;
  cancel(call: Call, handle: BackgroundHandle): Promise<void>;
}
