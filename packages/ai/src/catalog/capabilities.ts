import type { AICapabilities } from '../interface/capabilities.ts';

/** Capability flags, and two that only tell which operations exist. */
export interface CapabilityFlags extends Partial<Omit<AICapabilities, 'supportedOperations'>> {
  /** Whether `getModels` works. */
  listing?: boolean;
  /** Whether `synthesizeSpeech` works although `streamSpeech` does not. */
  speech?: boolean;
}

const operationsByFlag: readonly (readonly [keyof CapabilityFlags, readonly string[]])[] = [
  ['chat', ['chat', 'message']],
  ['completion', ['complete']],
  ['streaming', ['stream']],
  ['vision', ['describeImage']],
  ['embeddings', ['embed']],
  ['imageEmbeddings', ['embedImage']],
  ['imageGeneration', ['generateImage']],
  ['videoGeneration', ['submitVideoGenerationJob', 'getVideoGenerationJob', 'fetchVideoGenerationResult', 'validateVideoGenerationAccess']],
  ['videoCancellation', ['cancelVideoGenerationJob']],
  ['speech', ['synthesizeSpeech']],
  ['tts', ['synthesizeSpeech', 'streamSpeech']],
  ['transcription', ['transcribe']],
  ['reranking', ['rerank']],
  ['background', ['submitBackground', 'getBackground', 'fetchBackground', 'cancelBackground']],
  ['batch', ['submitBatch', 'getBatch', 'fetchBatchResults', 'cancelBatch']],
  ['voiceCloning', ['cloneVoice']],
  ['voiceDesign', ['designVoice']],
  ['listing', ['getModels']],
];

/** Capabilities of nearly every kind that answers with text over the network. */
export const textCapabilities = {
  chat: true,
  completion: true,
  streaming: true,
  functions: true,
  vision: true,
  listing: true,
  outputCeiling: 'sent',
} as const satisfies CapabilityFlags;

/** Completes the flags of a kind; missing ones are false. */
export function capabilities(flags: CapabilityFlags, extraOperations: readonly string[] = []): AICapabilities {
  const operations = operationsByFlag.filter(([flag]) => flags[flag] === true).flatMap(([, names]) => names);
  const { listing: _listing, speech = false, ...otherFlags } = flags;
  return {
    chat: false,
    completion: false,
    streaming: false,
    functions: false,
    vision: false,
    files: false,
    embeddings: false,
    imageEmbeddings: false,
    imageGeneration: false,
    videoGeneration: false,
    videoCancellation: false,
    tts: speech,
    transcription: false,
    reranking: false,
    background: false,
    batch: false,
    voiceCloning: false,
    voiceDesign: false,
    fineTuning: false,
    admin: false,
    reasoningWhenNotRequested: 'none',
    outputCeiling: 'none',
    serverTools: [],
    ...otherFlags,
    supportedOperations: [...new Set([...operations, 'countTokens', ...extraOperations])],
  };
}
