import type { AICapabilities } from '../interface/capabilities.ts';

type Flags = Partial<Omit<AICapabilities, 'supportedOperations'>>;

const operationsByFlag: readonly (readonly [keyof Flags, readonly string[]])[] = [
  ['chat', ['chat', 'message', 'countTokens', 'getModels']],
  ['completion', ['complete']],
  ['streaming', ['stream']],
  ['vision', ['describeImage']],
  ['embeddings', ['embed']],
  ['imageEmbeddings', ['embedImage']],
  ['imageGeneration', ['generateImage']],
  ['videoGeneration', ['submitVideoGenerationJob', 'getVideoGenerationJob', 'fetchVideoGenerationResult', 'validateVideoGenerationAccess']],
  ['videoCancellation', ['cancelVideoGenerationJob']],
  ['tts', ['synthesizeSpeech', 'streamSpeech']],
  ['voiceCloning', ['cloneVoice']],
  ['voiceDesign', ['designVoice']],
];

/** Completes the flags of a kind; what is not named is false. */
export function capabilities(flags: Flags, extraOperations: readonly string[] = []): AICapabilities {
  const operations = operationsByFlag.filter(([flag]) => flags[flag] === true).flatMap(([, names]) => names);
  return {
    chat: false,
    completion: false,
    streaming: false,
    functions: false,
    vision: false,
    embeddings: false,
    imageEmbeddings: false,
    imageGeneration: false,
    videoGeneration: false,
    videoCancellation: false,
    tts: false,
    voiceCloning: false,
    voiceDesign: false,
    fineTuning: false,
    admin: false,
    reasoningWhenNotRequested: 'none',
    outputCeiling: 'none',
    ...flags,
    supportedOperations: [...new Set([...operations, ...extraOperations])],
  };
}
