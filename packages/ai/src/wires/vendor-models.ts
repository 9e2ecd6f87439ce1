import type { EmbeddingModelV4, ImageModelV4, RerankingModelV4 } from '@ai-sdk/provider';
import type { ChatModel } from './part-stream.ts';

/** The content of a conversation that affects the request to a vendor. */
export interface ConversationFacts {
  tools: boolean;
  /** Whether the vendor is to run tools of its own. */
  serverTools: boolean;
  /** Whether the last tool turn carries the vendor's signed reasoning, so that reasoning may stay on. */
  signedHistory: boolean;
}

/** The models of a vendor, ready to be called. */
export interface VendorModels {
  language(model: string, facts: ConversationFacts & { reasoning: boolean; effort?: string | undefined }): ChatModel;
  embedding?(model: string): EmbeddingModelV4;
  image?(model: string): ImageModelV4;
  reranking?(model: string): RerankingModelV4;
}

/** A ranking of documents, as a vendor returned it; not yet validated. */
export interface Ranking {
  rows: readonly { index: unknown; score: unknown }[] | undefined;
  model?: string;
  tokens?: number;
}
