import type { RequestOptions } from './options.ts';
import type { TokenUsage } from './responses.ts';

/** Options of `rerank`. */
export interface RerankOptions extends RequestOptions {
  /** How many documents are given back. Default: all. */
  topN?: number;
}

/** A document, and how well it answers the query. */
export interface RankedDocument {
  /** Where it stood in the list that was given. */
  index: number;
  /** The higher the better; how high it can be is up to the model. */
  score: number;
  document: string;
}

/** The answer to `rerank`. */
export interface RerankResponse {
  /** The best first. */
  results: RankedDocument[];
  model?: string;
  usage?: TokenUsage;
}
