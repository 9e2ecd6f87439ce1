import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage, SharedV4Warning } from '@ai-sdk/provider';
import { AIError, invalidInput, notImplemented } from '../errors/errors.ts';
import { errorFromStreamPart } from '../errors/from-failure.ts';
import type { AICapabilities } from '../interface/capabilities.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { ImageInput, Message } from '../interface/messages.ts';
import type {
  ChatOptions,
  DescribeImageOptions,
  EmbeddingOptions,
  GenerateImageOptions,
  MessageOptions,
  ObjectOf,
  RequestOptions,
} from '../interface/options.ts';
import type { AIModel, AIResponse, AIStream, EmbeddingResponse, ImageGenerationResponse, TokenUsage } from '../interface/responses.ts';
import type { TranscriptionOptions, TranscriptionResponse } from '../interface/transcription.ts';
import { positive } from '../limits/ceilings.ts';
import { resolveGeneration, resolveImages } from '../limits/generation.ts';
import { refuseRetired } from '../models/model-table.ts';
import { costOf } from '../pricing/find-price.ts';
import { mostInputTokens, worstTokenCost } from '../pricing/worst-cost.ts';
import { BaseProvider } from '../provider/base-provider.ts';
import type { Call, CallPlan } from '../provider/call.ts';
import { runCall, validate, withRetries } from '../provider/run.ts';
import { raceAbort } from '../transport/deadline.ts';
import { cutOff } from '../wires/decode.ts';
import { mostMinutes, readAudio, type AudioBytes } from './audio.ts';
import { inlineFiles, needsFiles, planCall, type CallDraft } from './call-draft.ts';
import { PartCollector } from './collector.ts';
import type { DefaultModels } from './default-models.ts';
import { generateImages } from './generate-images.ts';
import { guardedFetch, watchCall } from './guarded-fetch.ts';
import { loadImage, readImage } from './images.ts';
import { cachePrompt, checkPromptCache } from './prompt-cache.ts';
import { mergeOptions, vendorOptions } from './provider-options.ts';
import { readObject } from './structured-output.ts';
import { TextStream } from './text-stream.ts';
import { promptTexts } from './to-prompt.ts';
import { toResponse, type ModelAnswer } from './to-response.ts';
import { addUsage, toUsage } from './usage.ts';
import type { ModelPurpose, TextVendor, VendorModels } from './vendor.ts';

const DESCRIPTION_TOKENS = 500;
const DESCRIPTION_PROMPT = 'Describe this image in two or three plain sentences that would help someone find it again.';

/**
 * Every kind that answers with text: one adapter from the models of the AI SDK provider specification to this
 * library's interface, with its limits. What differs between kinds is in their {@link TextVendor}.
 */
export class TextProvider extends BaseProvider {
  #vendor: TextVendor;
  #models: Promise<VendorModels> | undefined;
  #loaded: VendorModels | undefined;
  #discovered = new Map<ModelPurpose, Promise<string>>();

  constructor(vendor: TextVendor, options: AIOptions) {
    super(vendor.kind, options);
    this.#vendor = vendor;
  }

  override get defaultModel(): string | undefined {
    return this.settings().options.defaultModel ?? this.#defaults.chat;
  }

  get #defaults(): DefaultModels {
    return this.#vendor.defaults ?? this.settings().row.models;
  }

  override chat<const Options extends ChatOptions>(
    messages: readonly Message[],
    options?: Options,
  ): Promise<AIResponse<ObjectOf<Options>>> {
    return this.#chat('chat', messages, options === undefined ? {} : options) as Promise<AIResponse<ObjectOf<Options>>>;
  }

  override async message(text: string, options: MessageOptions = {}): Promise<string> {
    const { history = [], system, role = 'user', ...rest } = options;
    const first: readonly Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
    return (await this.#chat('message', [...first, ...history, { role, content: text }], rest)).content;
  }

  override complete<const Options extends ChatOptions>(prompt: string, options?: Options): Promise<AIResponse<ObjectOf<Options>>> {
    return this.#chat('complete', [{ role: 'user', content: prompt }], options === undefined ? {} : options) as Promise<
      AIResponse<ObjectOf<Options>>
    >;
  }

  override stream<const Options extends ChatOptions>(messages: readonly Message[], options?: Options): AIStream<ObjectOf<Options>> {
    const given: ChatOptions = options === undefined ? {} : options;
    const { plan, draft } = this.#plan('stream', messages, given);
    const format = given.responseFormat?.type;
    const stream = new TextStream({
      idleTimeout: given.idleTimeout,
      isJson: format === 'json_schema' || format === 'json_object',
      texts: plan.texts as () => readonly string[],
      begin: () => this.begin({ ...plan, paced: false, usageAs: 'stream' }),
      open: async (call) => {
        validate(call);
        call.signal.throwIfAborted();
        return withRetries(call, () => this.#openStream(call, draft(), given));
      },
      close: (call, parts) => this.#closeStream(call, parts, given),
    });
    return stream as AIStream<ObjectOf<Options>>;
  }

  override embed(text: string | readonly string[], options: EmbeddingOptions = {}): Promise<EmbeddingResponse> {
    const values = typeof text === 'string' ? [text] : text;
    const validate = (call: Call): void => {
      this.#require('embeddings', 'embed');
      if (!Array.isArray(values) || values.length === 0 || values.some((value) => typeof value !== 'string' || value === '')) {
        throw invalidInput('text must be a text or a list of texts, none of them empty.');
      }
      this.#chooseModel(call, options, 'embedding');
    };
    return runCall(this.settings(), { operation: 'embed', options, validate, texts: () => values }, (call) =>
      this.#embed(call, values, options),
    );
  }

  override embedImage(image: ImageInput, options: EmbeddingOptions = {}): Promise<EmbeddingResponse> {
    const validate = (call: Call): void => {
      this.#require('imageEmbeddings', 'embedImage');
      this.#readImage(image, undefined);
      if (!this.#vendor.describeThenEmbed) call.model = options.model ?? this.#defaults.imageEmbedding ?? '';
    };
    return runCall(this.settings(), { operation: 'embedImage', options, validate }, async (call) => {
      const source = this.#readImage(image, undefined);
      if (this.#vendor.embedImage) {
        await call.reserve(call.model, (price) => price.perImage);
        return this.#vendor.embedImage(call, await loadImage(call, source), options);
      }
      const described = await this.#generate(call, this.#describe(call, image, undefined, {})(), {});
      const describing = call.usage;
      this.#chooseModel(call, options, 'embedding');
      const embedded = await this.#embed(call, [described.content], options);
      const usage = addUsage(describing, call.usage);
      if (usage !== undefined) call.usage = usage;
      return usage === undefined ? embedded : { ...embedded, usage };
    });
  }

  override async describeImage(image: ImageInput, prompt?: string, options: DescribeImageOptions = {}): Promise<string> {
    let draft: (() => CallDraft) | undefined;
    const validate = (call: Call): void => {
      this.#require('vision', 'describeImage');
      draft = this.#describe(call, image, prompt, options);
    };
    const plan = { operation: 'describeImage', options, validate, texts: () => (prompt === undefined ? [] : [prompt]) };
    return (await runCall(this.settings(), plan, (call) => this.#generate(call, (draft as () => CallDraft)(), options))).content;
  }

  override generateImage(prompt: string, options: GenerateImageOptions = {}): Promise<ImageGenerationResponse> {
    let count = 1;
    const validate = (call: Call): void => {
      this.#require('imageGeneration', 'generateImage');
      if (typeof prompt !== 'string' || prompt === '') throw invalidInput('prompt must be a text that is not empty.');
      count = resolveImages(options.n, this.settings().ceilings);
      this.#chooseModel(call, options, 'image');
    };
    return runCall(this.settings(), { operation: 'generateImage', options, validate, texts: () => [prompt] }, async (call) => {
      const model = (await this.#load()).image?.(await this.#resolveModel(call, 'image'));
      if (model === undefined) throw notImplemented(this.type, 'generateImage');
      const perImage = await this.#reserveImages(call, count);
      watchCall(call);
      const extra = vendorOptions(this.#vendor, this.settings().row, this.settings().options.providerOptions, options.providerOptions);
      const made = await generateImages(call, model, prompt, count, options, extra);
      if (perImage === undefined) return made;
      const usage = { ...(made.usage ?? emptyUsage), cost: perImage * made.images.length };
      call.usage = usage;
      return { ...made, usage };
    });
  }

  override transcribe(audio: Uint8Array, options: TranscriptionOptions = {}): Promise<TranscriptionResponse> {
    let recording: AudioBytes | undefined;
    const validate = (call: Call): void => {
      this.#require('transcription', 'transcribe');
      recording = readAudio(audio, options);
      this.#chooseModel(call, options, 'transcription');
    };
    const texts = (): readonly string[] => (options.prompt === undefined ? [] : [options.prompt]);
    return runCall(this.settings(), { operation: 'transcribe', options, validate, texts }, async (call) => {
      const bytes = recording as AudioBytes;
      await this.#resolveModel(call, 'transcription');
      await call.reserve(call.model, ({ perTranscribedMinute: price }) => (price === undefined ? undefined : price * mostMinutes(bytes)));
      const transcribe = this.#vendor.transcribe?.bind(this.#vendor);
      if (transcribe === undefined) throw notImplemented(this.type, 'transcribe');
      const response = await transcribe(call, bytes, options);
      const perMinute = call.price(call.requestedModel)?.perTranscribedMinute;
      const cost = perMinute === undefined || response.duration === undefined ? {} : { cost: (perMinute * response.duration) / 60 };
      const usage = response.usage === undefined && cost.cost === undefined ? undefined : { ...emptyUsage, ...response.usage, ...cost };
      call.usage = usage;
      return usage === undefined ? response : { ...response, usage };
    });
  }

  override getModels(options: RequestOptions = {}): Promise<AIModel[]> {
    const list = this.#vendor.listModels?.bind(this.#vendor);
    if (list === undefined) return this.refuse('getModels', options);
    return runCall(this.settings(), { operation: 'getModels', options, usageAs: false, namesModel: false }, list);
  }

  #chat(operation: string, messages: readonly Message[], options: ChatOptions): Promise<AIResponse> {
    const { plan, draft } = this.#plan(operation, messages, options);
    return runCall(this.settings(), plan, (call) => this.#generate(call, draft(), options));
  }

  #plan(operation: string, messages: readonly Message[], options: ChatOptions): { plan: CallPlan; draft: () => CallDraft } {
    let draft: CallDraft | undefined;
    const validate = (call: Call): void => {
      // The other text kinds can always chat; this one may have been given an embedding model only.
      if (this.type === 'custom') this.#require('chat', operation);
      this.#chooseModel(call, options, 'chat');
      checkPromptCache(options.promptCache);
      if (options.idleTimeout !== undefined) positive('idleTimeout', options.idleTimeout, 1, 1);
      call.generation = resolveGeneration(options, this.settings().ceilings);
      draft = planCall(this.#vendor, messages, options, this.settings());
    };
    const texts = (): readonly string[] => promptTexts(messages);
    return { plan: { operation, usageAs: 'chat', options, validate, texts }, draft: () => draft as CallDraft };
  }

  #describe(call: Call, image: ImageInput, prompt: string | undefined, options: DescribeImageOptions): () => CallDraft {
    this.#chooseModel(call, options, 'chat');
    call.generation = resolveGeneration(options, this.settings().ceilings, DESCRIPTION_TOKENS);
    const part = { type: 'image' as const, image, ...(options.mimeType === undefined ? {} : { mimeType: options.mimeType }) };
    const content = [{ type: 'text' as const, text: prompt ?? DESCRIPTION_PROMPT }, part];
    const draft = planCall(this.#vendor, [{ role: 'user', content }], options, this.settings());
    return () => draft;
  }

  async #generate(call: Call, draft: CallDraft, options: ChatOptions): Promise<AIResponse> {
    if (options.onProgress !== undefined) return this.#generateByStream(call, draft, options);
    const { model, callOptions } = await this.#prepare(call, draft, options);
    const result = await model.doGenerate(callOptions);
    call.model = result.response?.modelId ?? call.model;
    call.usage = this.#priced(call, toUsage(result.usage));
    return this.#answer(call, result, result.warnings, options);
  }

  async #generateByStream(call: Call, draft: CallDraft, options: ChatOptions): Promise<AIResponse> {
    const parts = new PartCollector();
    call.partialUsage = () => this.#priced(call, toUsage(parts.usage));
    const reader = (await this.#openStream(call, draft, options)).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (read.value.type === 'error') throw errorFromStreamPart(read.value.error, call.failure);
      parts.add(read.value);
      if (read.value.type === 'text-delta') notify(options.onProgress, read.value.delta);
    }
    return this.#closeStream(call, parts, options);
  }

  async #openStream(call: Call, draft: CallDraft, options: ChatOptions): Promise<ReadableStream<LanguageModelV4StreamPart>> {
    const { model, callOptions } = await this.#prepare(call, draft, options);
    return (await raceAbort(model.doStream(callOptions), call.signal)).stream;
  }

  async #closeStream(call: Call, parts: PartCollector, options: ChatOptions): Promise<AIResponse> {
    parts.finish();
    call.model = parts.model ?? call.model;
    call.usage = this.#priced(call, toUsage(parts.usage));
    const { finishReason } = parts;
    // Some packages call an answer finished that only stopped coming; then they can give no reason.
    const reason = finishReason?.unified ?? 'interrupted';
    const cut = reason === 'interrupted' || (reason === 'other' && finishReason?.raw === undefined);
    if (cut) throw cutOff(this.type);
    return this.#answer(call, parts, parts.warnings, options);
  }

  #answer(
    call: Call,
    { content, finishReason }: Pick<ModelAnswer, 'content' | 'finishReason'>,
    warnings: readonly SharedV4Warning[] | undefined,
    options: ChatOptions,
  ): Promise<AIResponse> {
    const answer = { content, finishReason, usage: call.usage, model: call.model, warnings: warnings ?? [] };
    call.finishReason = finishReason?.unified;
    const response = toResponse(this.type, answer);
    const own = call.warnings;
    const all = own.length === 0 ? response : { ...response, warnings: [...own, ...(response.warnings ?? [])] };
    return readObject(all, options.responseFormat, this.type);
  }

  /** Everything between a checked draft and the request: the model, the images, the reasoning. */
  async #prepare(call: Call, draft: CallDraft, options: ChatOptions) {
    // What is there already is not waited for: each wait costs a turn of the loop, and there are many calls.
    const models = this.#loaded ?? (await this.#load());
    const modelId = call.model === '' ? await this.#resolveModel(call, 'chat') : call.model;
    call.requestedModel = modelId;
    const generation = call.generation as NonNullable<Call['generation']>;
    const plan = this.#vendor.reasoning(modelId, generation, draft.facts);
    if (plan.outputTokens < 1) {
      throw new AIError(
        `${this.type}: maxTokens (${generation.outputTokens}) leaves no room beside ${plan.reasoningTokens} reasoning tokens. Raise maxTokens or lower reasoning.maxTokens.`,
        { code: 'AI_LIMIT_EXCEEDED', provider: this.type },
      );
    }
    generation.reasoningTokens = plan.reasoningTokens;
    const model = models.language(modelId, { ...draft.facts, reasoning: plan.reasoningTokens > 0, effort: generation.effort });
    const cached = cachePrompt(this.#vendor, modelId, draft.prompt, options.promptCache);
    call.warnings = cached.warnings;
    const prompt = needsFiles(cached.prompt, this.#vendor.fetchesUrls)
      ? await inlineFiles(call, cached.prompt, this.#vendor.fetchesUrls)
      : cached.prompt;
    // What limits a call comes last, so that nothing a caller passes through can raise it.
    const given = vendorOptions(this.#vendor, this.settings().row, this.settings().options.providerOptions, options.providerOptions);
    const providerOptions = mergeOptions(given, cached.providerOptions, plan.providerOptions);
    const headers = { ...this.settings().options.headers, ...options.headers };
    const outputTokens = generation.outputTokens;
    if (call.isLimited)
      await call.reserve(modelId, (price) => worstTokenCost(price, mostInputTokens(prompt, draft.callOptions), outputTokens));
    const limits = { outputTokens: generation.outputTokens, reasoningTokens: plan.reasoningTokens };
    watchCall(call, this.#vendor.checksBody ? limits : undefined);
    if (!this.#vendor.checksBody) call.attempts += 1;
    const callOptions: LanguageModelV4CallOptions = {
      ...draft.callOptions,
      prompt,
      maxOutputTokens: plan.outputTokens,
      abortSignal: call.signal,
      ...(Object.keys(providerOptions).length === 0 ? {} : { providerOptions }),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(plan.reasoning === undefined ? {} : { reasoning: plan.reasoning }),
    };
    return { model, callOptions };
  }

  async #embed(call: Call, values: readonly string[], options: EmbeddingOptions): Promise<EmbeddingResponse> {
    const model = (await this.#load()).embedding?.(await this.#resolveModel(call, 'embedding'));
    if (model === undefined) throw notImplemented(this.type, 'embed');
    const size = values.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
    await call.reserve(call.model, (price) => worstTokenCost(price, size, 0));
    watchCall(call);
    if (!this.#vendor.checksBody) call.attempts += 1;
    const batch = (await model.maxEmbeddingsPerCall) ?? values.length;
    const embeddings: number[][] = [];
    let tokens: number | undefined;
    for (let start = 0; start < values.length; start += batch) {
      const part = values.slice(start, start + batch);
      const result = await model.doEmbed({
        values: part,
        abortSignal: call.signal,
        providerOptions: vendorOptions(this.#vendor, this.settings().row, this.settings().options.providerOptions, options.providerOptions),
        headers: { ...this.settings().options.headers, ...options.headers },
        ...(options.dimensions === undefined ? {} : { dimensions: options.dimensions }),
      });
      if (result.embeddings.length !== part.length) {
        throw new AIError(`${this.type}: ${result.embeddings.length} vectors came back for ${part.length} texts.`, {
          code: 'INVALID_RESPONSE',
          provider: this.type,
        });
      }
      embeddings.push(...result.embeddings);
      if (result.usage !== undefined) tokens = (tokens ?? 0) + result.usage.tokens;
    }
    if (tokens !== undefined) {
      call.usage = this.#priced(call, toUsage(embeddingUsage(tokens)));
    }
    return { embeddings, model: call.model, ...(call.usage === undefined ? {} : { usage: call.usage }) };
  }

  /** Holds what images can cost, and gives the price of one where it is known. */
  async #reserveImages(call: Call, count: number): Promise<number | undefined> {
    const { perImage } = call.price(call.model) ?? {};
    await call.reserve(call.model, (price) => (price.perImage === undefined ? undefined : price.perImage * count));
    return perImage;
  }

  /** Adds what the call cost: what the vendor says, else what the model that answered costs. */
  #priced(call: Call, usage: TokenUsage | undefined): TokenUsage | undefined {
    if (usage === undefined) return undefined;
    const reported = call.responseHeaders === undefined ? undefined : this.#vendor.readCost?.(call.responseHeaders);
    if (reported !== undefined) return { ...usage, cost: reported };
    const price = call.price(call.model) ?? call.price(call.requestedModel);
    return price === undefined ? usage : { ...usage, cost: costOf(usage, price) };
  }

  /** Names the model as far as it is known without asking anybody. */
  #chooseModel(call: Call, options: RequestOptions, purpose: ModelPurpose): void {
    const configured = purpose === 'chat' ? this.settings().options.defaultModel : undefined;
    const model = options.model ?? configured ?? this.#defaults[purpose];
    // Another server with the same wire may well have a model of that name.
    if (this.settings().options.baseUrl === undefined) refuseRetired(this.settings().row, model);
    if (model === undefined && this.#vendor.discoverModel === undefined) {
      throw new AIError(`${this.type} has no default model for this: pass \`model\`.`, { code: 'NOT_CONFIGURED', provider: this.type });
    }
    call.model = model ?? '';
    call.requestedModel = call.model;
  }

  async #resolveModel(call: Call, purpose: ModelPurpose): Promise<string> {
    if (call.model === '') call.model = await this.#discover(call, purpose);
    call.requestedModel = call.model;
    return call.model;
  }

  /** Looks for a model once for everybody, under a deadline of its own; who waits for it keeps to theirs. */
  async #discover(call: Call, purpose: ModelPurpose): Promise<string> {
    const discover = this.#vendor.discoverModel?.bind(this.#vendor);
    if (discover === undefined) return '';
    let finding = this.#discovered.get(purpose);
    if (finding === undefined) {
      const search = this.begin({ operation: 'getModels', namesModel: false, silent: true });
      finding = discover(search, purpose)
        .catch((failure: unknown) => {
          // A failure is forgotten, so that the next call asks again.
          this.#discovered.delete(purpose);
          throw search.toError(failure);
        })
        .finally(() => search.deadline.dispose());
      this.#discovered.set(purpose, finding);
      finding.catch(() => undefined);
    }
    try {
      return await raceAbort(finding, call.signal);
    } catch (failure) {
      // Somebody was asked, so the call was not refused here.
      call.attempts = Math.max(call.attempts, 1);
      throw failure;
    }
  }

  #load(): Promise<VendorModels> {
    if (this.#models === undefined) {
      this.#models = this.#vendor.load(this.settings(), guardedFetch(this.type, this.settings().fetch));
      this.#models.then(
        (models) => {
          this.#loaded = models;
        },
        () => {
          this.#models = undefined;
        },
      );
    }
    return this.#models;
  }

  #require(flag: keyof AICapabilities, operation: string): void {
    if (this.getCapabilities()[flag] === true) return;
    throw notImplemented(this.type, operation);
  }

  #readImage(image: ImageInput, mimeType: string | undefined) {
    return readImage(image, 'image', mimeType, this.settings().options.imageUrlOrigins ?? []);
  }
}

const emptyUsage: TokenUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };

function embeddingUsage(tokens: number): LanguageModelV4Usage {
  return {
    inputTokens: { total: tokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 0, text: undefined, reasoning: undefined },
  };
}

function notify(callback: ((chunk: string) => void) | undefined, chunk: string): void {
  try {
    callback?.(chunk);
  } catch {
    // A callback must not change the result of a call.
  }
}
