/** The default models. */
export interface DefaultModels {
  readonly chat?: string;
  readonly embedding?: string;
  readonly image?: string;
  readonly imageEmbedding?: string;
  readonly transcription?: string;
  readonly reranking?: string;
}
