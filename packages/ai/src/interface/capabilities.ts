import type { ServerToolKind } from './server-tools.ts';

/** The features of a provider. An operation whose flag is false throws `NOT_IMPLEMENTED`. */
export interface AICapabilities {
  chat: boolean;
  completion: boolean;
  streaming: boolean;
  functions: boolean;
  vision: boolean;
  /** Whether a message may contain PDF documents. Text files are always allowed. */
  files: boolean;
  embeddings: boolean;
  imageEmbeddings: boolean;
  imageGeneration: boolean;
  videoGeneration: boolean;
  videoCancellation: boolean;
  tts: boolean;
  transcription: boolean;
  /** Whether documents can be ranked by how well they answer a query. */
  reranking: boolean;
  /** Whether an answer can be written in the background, to be fetched later. */
  background: boolean;
  /** Whether conversations can be submitted in batches, to be answered later. */
  batch: boolean;
  voiceCloning: boolean;
  voiceDesign: boolean;
  fineTuning: boolean;
  admin: boolean;
  /**
   * What happens to reasoning that was not requested, with the default model: `off` is sent as off, `minimal` cannot be switched off and is
   * sent at its lowest, `unknown` depends on the vendor behind a gateway.
   */
  reasoningWhenNotRequested: 'off' | 'minimal' | 'unknown' | 'none';
  /** Whether the provider itself enforces the output ceiling, or this library does. */
  outputCeiling: 'sent' | 'counted' | 'none';
  /** The tools that the vendor runs itself (`serverTools`). */
  serverTools: readonly ServerToolKind[];
  /** The names of the supported operations. */
  supportedOperations: string[];
}
