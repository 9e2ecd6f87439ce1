import { AIError, invalidInput } from '../errors/errors.ts';
import type { GatewayAdmin } from '../interface/admin.ts';
import type { ChatOptions, RequestOptions } from '../interface/options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { AIStream } from '../interface/responses.ts';
import type { VideoJobHandle } from '../interface/video.ts';
import { defaultLimits } from '../limits/ceilings.ts';
import { settingsByProvider } from '../provider/settings.ts';
import { FallbackStream } from './fallback-stream.ts';

/** When the next provider of a chain is tried. Default: see {@link withFallback}. */
export interface FallbackOptions {
  shouldFallBack?: (error: AIError) => boolean;
}

/** A provider of a chain, optionally with the model to use. */
export type FallbackTarget = AIProvider | { provider: AIProvider; model: string };

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
 * const ai = withFallback([await getAI({ type: 'anthropic' }), { provider: await getAI({ type: 'openai' }), model: 'gpt-6-sol' }]);
 */
export function withFallback(
  targets: readonly FallbackTarget[],
  options: FallbackOptions = {},
): AIProvider & { readonly admin?: GatewayAdmin } {
  const chain = targets.map((target) => ('provider' in target ? target : { provider: target, model: undefined }));
  const providers = chain.map(({ provider }) => provider);
  const [first] = providers;
  if (first === undefined) throw invalidInput('withFallback needs at least one provider.');
  const decide = options.shouldFallBack ?? byDefault;
  const totalTime = (call: RequestOptions | undefined): number =>
    call?.timeout ?? settingsByProvider.get(first)?.ceilings.timeout ?? defaultLimits.timeout;

  const optionsFor = <Options extends RequestOptions>(index: number, call: Options | undefined, remaining: number | undefined): Options => {
    const { model: requestedModel, ...otherOptions } = (call ?? {}) as RequestOptions;
    const target = chain[index] as (typeof chain)[number];
    const model = target.model ?? (target.provider.type === first.type ? requestedModel : undefined);
    return {
      ...otherOptions,
      ...(model === undefined ? {} : { model }),
      ...(remaining === undefined ? {} : { timeout: Math.max(1, remaining) }),
    } as Options;
  };
  const tryAll = async <T, Options extends RequestOptions>(
    call: Options | undefined,
    work: (provider: AIProvider, call: Options) => Promise<T>,
    may: (error: AIError) => boolean = decide,
  ): Promise<T> => {
    const until = Date.now() + totalTime(call);
    for (const [index, provider] of providers.entries()) {
      try {
        // The first provider uses its own timeout; the next ones get the remaining time.
        return await work(provider, optionsFor(index, call, index === 0 ? call?.timeout : until - Date.now()));
      } catch (error) {
        if (index === providers.length - 1 || !AIError.isInstance(error) || !may(error) || Date.now() >= until) throw error;
      }
    }
    throw invalidInput('withFallback needs at least one provider.');
  };
  const ownerOf = (handle: Pick<VideoJobHandle, 'provider'>): AIProvider =>
    providers.find((provider) => provider.type === handle?.provider) ?? first;
  const admin = providers.find((provider) => provider.admin !== undefined)?.admin;
  const openStream = (messages: Parameters<AIProvider['stream']>[0], call: ChatOptions | undefined): AIStream => {
    const until = Date.now() + totalTime(call);
    const open = (index: number): AIStream =>
      (providers[index] as AIProvider).stream(messages, optionsFor(index, call, index === 0 ? call?.timeout : until - Date.now()));
    return new FallbackStream(open, providers.length, (error) => decide(error) && Date.now() < until);
  };
  return {
    type: first.type,
    defaultModel: first.defaultModel,
    ...(admin === undefined ? {} : { admin }),
    chat: (messages, call) => tryAll(call, (provider, own) => provider.chat(messages, own)),
    message: (text, call) => tryAll(call, (provider, own) => provider.message(text, own)),
    complete: (prompt, call) => tryAll(call, (provider, own) => provider.complete(prompt, own)),
    stream: (messages, call) => openStream(messages, call) as AIStream<never>,
    embed: (text, call) => tryAll(call, (provider, own) => provider.embed(text, own)),
    embedImage: (image, call) => tryAll(call, (provider, own) => provider.embedImage(image, own)),
    describeImage: (image, prompt, call) => tryAll(call, (provider, own) => provider.describeImage(image, prompt, own)),
    generateImage: (prompt, call) => tryAll(call, (provider, own) => provider.generateImage(prompt, own)),
    submitVideoGenerationJob: (job) => tryAll(job, (provider, own) => provider.submitVideoGenerationJob(own), certainlyNotAccepted),
    getVideoGenerationJob: (handle, call) => ownerOf(handle).getVideoGenerationJob(handle, call),
    fetchVideoGenerationResult: (handle, call) => ownerOf(handle).fetchVideoGenerationResult(handle, call),
    cancelVideoGenerationJob: (handle, call) => ownerOf(handle).cancelVideoGenerationJob(handle, call),
    validateVideoGenerationAccess: (call) => tryAll(call, (provider, own) => provider.validateVideoGenerationAccess(own)),
    countTokens: (text) => first.countTokens(text),
    getModels: (call) => tryAll(call, (provider, own) => provider.getModels(own)),
    getCapabilities: () => first.getCapabilities(),
    synthesizeSpeech: (text, call) => tryAll(call, (provider, own) => provider.synthesizeSpeech(text, own)),
    streamSpeech: (text, call) => first.streamSpeech(text, call),
    transcribe: (audio, call) => tryAll(call, (provider, own) => provider.transcribe(audio, own)),
    rerank: (query, documents, call) => tryAll(call, (provider, own) => provider.rerank(query, documents, own)),
    submitBatch: (requests, call) => tryAll(call, (provider, own) => provider.submitBatch(requests, own), certainlyNotAccepted),
    getBatch: (handle, call) => ownerOf(handle).getBatch(handle, call),
    fetchBatchResults: (handle, call) => ownerOf(handle).fetchBatchResults(handle, call),
    cancelBatch: (handle, call) => ownerOf(handle).cancelBatch(handle, call),
    cloneVoice: (call) => first.cloneVoice(call),
    designVoice: (call) => first.designVoice(call),
    getVoices: (call) => tryAll(call, (provider, own) => provider.getVoices(own)),
  };
}

function byDefault(error: AIError): boolean {
  if (error.code === 'AI_ABORTED') return false;
  const elsewhere = [
    'AUTH_ERROR',
    'FORBIDDEN',
    'MODEL_NOT_FOUND',
    'NOT_IMPLEMENTED',
    'QUOTA_EXHAUSTED',
    'INSUFFICIENT_CREDITS',
    'MISSING_PACKAGE',
  ];
  return error.retryable || elsewhere.includes(error.code) || error.code === 'CLI_NOT_FOUND';
}

function certainlyNotAccepted(error: AIError): boolean {
  return ['AUTH_ERROR', 'FORBIDDEN', 'RATE_LIMIT', 'NOT_IMPLEMENTED', 'INSUFFICIENT_CREDITS', 'MODEL_NOT_FOUND'].includes(error.code);
}
