/** What a provider can do. An operation whose flag is false throws `NOT_IMPLEMENTED`. */
export interface AICapabilities {
  chat: boolean;
  completion: boolean;
  streaming: boolean;
  functions: boolean;
  vision: boolean;
  /** Whether PDF documents may be part of a message. Text files may be everywhere. */
  files: boolean;
  embeddings: boolean;
  imageEmbeddings: boolean;
  imageGeneration: boolean;
  videoGeneration: boolean;
  videoCancellation: boolean;
  tts: boolean;
  transcription: boolean;
  /** Whether documents can be put in the order in which they answer a query. */
  reranking: boolean;
  /** Whether conversations can be handed over in batches, to be answered later. */
  batch: boolean;
  voiceCloning: boolean;
  voiceDesign: boolean;
  fineTuning: boolean;
  admin: boolean;
  /**
   * How reasoning that was not requested is handled with the default model: `off` is sent as off, `minimal`
   * cannot be switched off and is sent at its lowest, `unknown` depends on what stands behind a gateway.
   */
  reasoningWhenNotRequested: 'off' | 'minimal' | 'unknown' | 'none';
  /** Whether the provider itself holds to the output ceiling, or this library stops it there. */
  outputCeiling: 'sent' | 'counted' | 'none';
  /** The names of the operations that work. */
  supportedOperations: string[];
}
