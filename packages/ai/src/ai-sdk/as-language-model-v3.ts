import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { AIProvider } from '../interface/provider.ts';
import { asLanguageModel } from './as-language-model.ts';

/**
 * Returns a model for AI SDK 6, whose functions take provider specification V3; for AI SDK 7 use {@link asLanguageModel}. The two differ
 * in how a file is given; answers are the same.
 *
 * @example
 * const { text } = await generateText({ model: asLanguageModelV3(ai), prompt: 'Say hello.' });
 */
export function asLanguageModelV3(provider: AIProvider, modelId?: string): LanguageModelV3 {
  const model = asLanguageModel(provider, modelId);
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: {},
    doGenerate: (call) => model.doGenerate(toCurrentCall(call)) as unknown as ReturnType<LanguageModelV3['doGenerate']>,
    doStream: (call) => model.doStream(toCurrentCall(call)) as unknown as ReturnType<LanguageModelV3['doStream']>,
  };
}

function toCurrentCall(call: LanguageModelV3CallOptions): LanguageModelV4CallOptions {
  const prompt = call.prompt.map((message) =>
    typeof message.content === 'string' ? message : { ...message, content: message.content.map((part) => toCurrentPart(part)) },
  );
  return { ...(call as unknown as LanguageModelV4CallOptions), prompt: prompt as LanguageModelV4Prompt };
}

/** A file was bare data, or an address. */
function toCurrentPart<Part extends { type: string }>(part: Part): Part | object {
  const { type, data } = part as { type: string; data?: unknown };
  if (type !== 'file' || (typeof data === 'object' && data !== null && 'type' in data)) return part;
  return { ...part, data: data instanceof URL ? { type: 'url', url: data } : { type: 'data', data } };
}
