import type { RequestOptions } from './options.ts';
import type { TokenUsage } from './responses.ts';

/** Options of `rerank`. */
export interface RerankOptions extends RequestOptions {
  /** The number of documents returned. Default: all. */
  topN?: number;
}

/** A document and its relevance to the query. */
export interface RankedDocument {
  /** Its index in the input. */
  index: number;
  /** Higher is better; the maximum depends on the model. */
  score: number;
  document: string;
}

/** The result of `rerank`. */
export interface RerankResponse {
  /** Best first. */
  results: RankedDocument[];
  model?: string;
  usage?: TokenUsage;
}
