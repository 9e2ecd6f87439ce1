import type { AIError } from '../errors/errors.ts';
import type { GatewayAdmin } from '../interface/admin.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { AIStream } from '../interface/responses.ts';
import type { VideoJobHandle } from '../interface/video.ts';
import { FallbackChain, type FallbackOptions, type FallbackTarget } from './fallback-chain.ts';

/**
 * Combines several providers into one: if the first fails, the next is tried.
 *
 * The next is tried after a retryable failure, rejected credentials, a missing model, an unsupported operation, and a used-up quota; not
 * after an abort, a refusal by this library or blocked content. Each provider applies its own ceilings. One deadline covers the whole
 * chain: the call's `timeout`, else the first provider's; time used by one provider is not available to the next. The `model` of a call
 * applies to providers of the first one's kind; the others use the model configured with them, else their own default. A stream falls back
 * only before its first event. A video is submitted a second time only if the first provider certainly did not accept it, and every later
 * call goes to the provider named in the handle. `admin` is the first one available in the chain.
 *
 * @example
 * const ai = withFallback([await getAI({ type: 'anthropic' }), { provider: await getAI({ type: 'openai' }), model: 'gpt-6-sol' }], {
 *   targetTimeout: 20_000,
 *   circuit: {},
 * });
 * @throws AIError `INVALID_INPUT` for an unknown option, `AI_LIMIT_INVALID` for an invalid number
 */
export function withFallback(
  targets: readonly FallbackTarget[],
  options: FallbackOptions = {},
): AIProvider & { readonly admin?: GatewayAdmin } {
  const chain = new FallbackChain(targets, options);
  const admin = chain.providers.find((provider) => provider.admin !== undefined)?.admin;
  const ownerOf = (handle: Pick<VideoJobHandle, 'provider'>): AIProvider =>
    chain.providers.find((provider) => provider.type === handle?.provider) ?? chain.first;
  return {
    type: chain.first.type,
    defaultModel: chain.first.defaultModel,
    ...(admin === undefined ? {} : { admin }),
    chat: (messages, call) => chain.hedged(call, (provider, own) => provider.chat(messages, own)),
    message: (text, call) => chain.hedged(call, (provider, own) => provider.message(text, own)),
    complete: (prompt, call) => chain.hedged(call, (provider, own) => provider.complete(prompt, own)),
    stream: (messages, call) => chain.stream(messages, call) as AIStream<never>,
    embed: (text, call) => chain.hedged(call, (provider, own) => provider.embed(text, own)),
    embedImage: (image, call) => chain.run(call, (provider, own) => provider.embedImage(image, own)),
    describeImage: (image, prompt, call) => chain.run(call, (provider, own) => provider.describeImage(image, prompt, own)),
    generateImage: (prompt, call) => chain.run(call, (provider, own) => provider.generateImage(prompt, own)),
    submitVideoGenerationJob: (job) => chain.run(job, (provider, own) => provider.submitVideoGenerationJob(own), certainlyNotAccepted),
    getVideoGenerationJob: (handle, call) => ownerOf(handle).getVideoGenerationJob(handle, call),
    fetchVideoGenerationResult: (handle, call) => ownerOf(handle).fetchVideoGenerationResult(handle, call),
    cancelVideoGenerationJob: (handle, call) => ownerOf(handle).cancelVideoGenerationJob(handle, call),
    validateVideoGenerationAccess: (call) => chain.run(call, (provider, own) => provider.validateVideoGenerationAccess(own)),
    countTokens: (text) => chain.first.countTokens(text),
    getModels: (call) => chain.run(call, (provider, own) => provider.getModels(own)),
    getCapabilities: () => chain.first.getCapabilities(),
    synthesizeSpeech: (text, call) => chain.run(call, (provider, own) => provider.synthesizeSpeech(text, own)),
    streamSpeech: (text, call) => chain.first.streamSpeech(text, call),
    transcribe: (audio, call) => chain.run(call, (provider, own) => provider.transcribe(audio, own)),
    rerank: (query, documents, call) => chain.hedged(call, (provider, own) => provider.rerank(query, documents, own)),
    submitBackground: (messages, call) =>
      chain.run(call, (provider, own) => provider.submitBackground(messages, own), certainlyNotAccepted),
    getBackground: (handle, call) => ownerOf(handle).getBackground(handle, call),
    fetchBackground: (handle, call) => ownerOf(handle).fetchBackground(handle, call) as never,
    cancelBackground: (handle, call) => ownerOf(handle).cancelBackground(handle, call),
    submitBatch: (requests, call) => chain.run(call, (provider, own) => provider.submitBatch(requests, own), certainlyNotAccepted),
    getBatch: (handle, call) => ownerOf(handle).getBatch(handle, call),
    fetchBatchResults: (handle, call) => ownerOf(handle).fetchBatchResults(handle, call),
    cancelBatch: (handle, call) => ownerOf(handle).cancelBatch(handle, call),
    cloneVoice: (call) => chain.first.cloneVoice(call),
    designVoice: (call) => chain.first.designVoice(call),
    getVoices: (call) => chain.run(call, (provider, own) => provider.getVoices(own)),
  };
}

function certainlyNotAccepted(error: AIError): boolean {
  return ['AUTH_ERROR', 'FORBIDDEN', 'RATE_LIMIT', 'NOT_IMPLEMENTED', 'INSUFFICIENT_CREDITS', 'MODEL_NOT_FOUND'].includes(error.code);
}
