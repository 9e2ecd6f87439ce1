import { AIError, invalidInput } from '../errors/errors.ts';
import type { Message } from '../interface/messages.ts';
import type { ChatOptions, RequestOptions } from '../interface/options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { AIResponse, AIStream } from '../interface/responses.ts';
import type { VideoGenerationOptions, VideoJobHandle } from '../interface/video.ts';

/** When the next provider of a chain is tried. Default: see {@link withFallback}. */
export interface FallbackOptions {
  shouldFallBack?: (error: AIError) => boolean;
}

/**
 * Makes one provider of several: what the first cannot answer, the next is asked.
 *
 * The next is asked after a retryable failure, rejected credentials, a missing model, an operation that is not
 * there, and a spent quota; not after an abort, a timeout of the caller's, a refusal of this library's or blocked
 * content. Each provider holds the call to its own ceilings. A stream falls back only before its first chunk. A
 * video is submitted a second time only when the first provider certainly did not take it, and every later
 * call goes to the provider that the handle names.
 *
 * @example
 * const ai = withFallback([await getAI({ type: 'assistant-hosted' }), await getAI({ type: 'local-server' })]);
 */
export function withFallback(providers: readonly AIProvider[], options: FallbackOptions = {}): AIProvider {
  const [first] = providers;
  if (first === undefined) throw invalidInput('withFallback needs at least one provider.');
  const decide = options.shouldFallBack ?? byDefault;
  const tryAll = async <T>(work: (provider: AIProvider) => Promise<T>, may: (error: AIError) => boolean = decide): Promise<T> => {
    for (const [index, provider] of providers.entries()) {
      try {
        return await work(provider);
      } catch (error) {
        if (index === providers.length - 1 || !AIError.isInstance(error) || !may(error)) throw error;
      }
    }
    throw invalidInput('withFallback needs at least one provider.');
  };
  const ownerOf = (handle: VideoJobHandle): AIProvider => providers.find((provider) => provider.type === handle?.provider) ?? first;
  return {
    type: first.type,
    defaultModel: first.defaultModel,
    chat: (messages, call) => tryAll((provider) => provider.chat(messages, call)),
    message: (text, call) => tryAll((provider) => provider.message(text, call)),
    complete: (prompt, call) => tryAll((provider) => provider.complete(prompt, call)),
    stream: (messages, call) => new FallbackStream(providers, messages, call, decide),
    embed: (text, call) => tryAll((provider) => provider.embed(text, call)),
    embedImage: (image, call) => tryAll((provider) => provider.embedImage(image, call)),
    describeImage: (image, prompt, call) => tryAll((provider) => provider.describeImage(image, prompt, call)),
    generateImage: (prompt, call) => tryAll((provider) => provider.generateImage(prompt, call)),
    submitVideoGenerationJob: (job: VideoGenerationOptions) =>
      tryAll((provider) => provider.submitVideoGenerationJob(job), certainlyNotTaken),
    getVideoGenerationJob: (handle, call) => ownerOf(handle).getVideoGenerationJob(handle, call),
    fetchVideoGenerationResult: (handle, call) => ownerOf(handle).fetchVideoGenerationResult(handle, call),
    cancelVideoGenerationJob: (handle, call) => ownerOf(handle).cancelVideoGenerationJob(handle, call),
    validateVideoGenerationAccess: (call?: RequestOptions) => tryAll((provider) => provider.validateVideoGenerationAccess(call)),
    countTokens: (text) => first.countTokens(text),
    getModels: (call) => tryAll((provider) => provider.getModels(call)),
    getCapabilities: () => first.getCapabilities(),
    synthesizeSpeech: (text, call) => tryAll((provider) => provider.synthesizeSpeech(text, call)),
    streamSpeech: (text, call) => first.streamSpeech(text, call),
    cloneVoice: (call) => first.cloneVoice(call),
    designVoice: (call) => first.designVoice(call),
    getVoices: (call) => tryAll((provider) => provider.getVoices(call)),
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

function certainlyNotTaken(error: AIError): boolean {
  return ['AUTH_ERROR', 'FORBIDDEN', 'RATE_LIMIT', 'NOT_IMPLEMENTED', 'INSUFFICIENT_CREDITS', 'MODEL_NOT_FOUND'].includes(error.code);
}

/** Asks the next provider as long as no chunk was given out. */
class FallbackStream implements AIStream {
  #providers: readonly AIProvider[];
  #messages: readonly Message[];
  #options: ChatOptions | undefined;
  #decide: (error: AIError) => boolean;
  #current: AIStream;
  #index = 0;
  #begun = false;
  #settled = Promise.withResolvers<AIResponse>();

  constructor(
    providers: readonly AIProvider[],
    messages: readonly Message[],
    options: ChatOptions | undefined,
    decide: (error: AIError) => boolean,
  ) {
    this.#providers = providers;
    this.#messages = messages;
    this.#options = options;
    this.#decide = decide;
    this.#current = this.#open();
    this.#settled.promise.catch(() => undefined);
  }

  get response(): Promise<AIResponse> {
    return this.#settled.promise;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    for (;;) {
      try {
        const result = await this.#current.next();
        this.#begun = true;
        if (result.done) this.#settled.resolve(this.#current.response);
        return result;
      } catch (error) {
        const last = this.#index === this.#providers.length - 1;
        if (this.#begun || last || !AIError.isInstance(error) || !this.#decide(error)) {
          this.#settled.reject(error);
          throw error;
        }
        this.#index += 1;
        this.#current = this.#open();
      }
    }
  }

  async return(): Promise<IteratorResult<string>> {
    await this.#current.return?.();
    this.#settled.reject(new AIError('The stream was left before its end.', { code: 'AI_ABORTED' }));
    return { done: true, value: undefined };
  }

  #open(): AIStream {
    return (this.#providers[this.#index] as AIProvider).stream(this.#messages, this.#options);
  }
}
