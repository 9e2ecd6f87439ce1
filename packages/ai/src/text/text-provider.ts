import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { AIError, invalidInput, notImplemented } from '../errors/errors.ts';
import type { AICapabilities } from '../interface/capabilities.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { ImageInput, Message } from '../interface/messages.ts';
import type {
  ChatOptions,
  DescribeImageOptions,
  EmbeddingOptions,
  GenerateImageOptions,
  MessageOptions,
  RequestOptions,
} from '../interface/options.ts';
import type { AIModel, AIResponse, AIStream, EmbeddingResponse, ImageGenerationResponse, TokenUsage } from '../interface/responses.ts';
import { resolveGeneration, resolveImages } from '../limits/generation.ts';
import { refuseRetired } from '../models/model-table.ts';
import { BaseProvider } from '../provider/base-provider.ts';
import type { Call, CallPlan } from '../provider/call.ts';
import { runCall, validate, withRetries } from '../provider/run.ts';
import { raceAbort } from '../transport/deadline.ts';
import { positive } from '../limits/ceilings.ts';
import { inlineImages, planCall, type CallDraft } from './call-draft.ts';
import { PartCollector } from './collector.ts';
import { generateImages } from './generate-images.ts';
import { guardedFetch, watchCall } from './guarded-fetch.ts';
import { loadImage, readImage } from './images.ts';
import { readObject } from './structured-output.ts';
import { TextStream } from './text-stream.ts';
import { promptTexts } from './to-prompt.ts';
import { toResponse } from './to-response.ts';
import { toUsage, withCost } from './usage.ts';
import type { ModelPurpose, TextVendor, VendorModels } from './vendor.ts';

const DESCRIPTION_TOKENS = 500;
const DESCRIPTION_PROMPT = 'Describe this image in two or three plain sentences that would help someone find it again.';

/**
 * Every kind that answers with text: one adapter from the models of the AI SDK provider specification to this
 * library's interface, with its limits. What differs between kinds is in their {@link TextVendor}.
 */
export class TextProvider extends BaseProvider {
  protected readonly vendor: TextVendor;
  #models: Promise<VendorModels> | undefined;
  #discovered = new Map<ModelPurpose, Promise<string>>();

  constructor(vendor: TextVendor, options: AIOptions) {
    super(vendor.kind, options);
    this.vendor = vendor;
    Object.defineProperty(this, 'vendor', { enumerable: false });
  }

  override get defaultModel(): string | undefined {
    return this.settings.options.defaultModel ?? this.vendor.defaults.chat;
  }

  override getCapabilities(): AICapabilities {
    return this.vendor.capabilities(this.settings.options);
  }

  override chat(messages: readonly Message[], options: ChatOptions = {}): Promise<AIResponse> {
    return this.#chat('chat', messages, options);
  }

  override async message(text: string, options: MessageOptions = {}): Promise<string> {
    const { history = [], system, role = 'user', ...rest } = options;
    const first: readonly Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
    return (await this.#chat('message', [...first, ...history, { role, content: text }], rest)).content;
  }

  override complete(prompt: string, options: ChatOptions = {}): Promise<AIResponse> {
    return this.#chat('complete', [{ role: 'user', content: prompt }], options);
  }

  override stream(messages: readonly Message[], options: ChatOptions = {}): AIStream {
    const { plan, draft } = this.#plan('stream', messages, options);
    return new TextStream({
      idleTimeout: options.idleTimeout,
      begin: () => this.begin({ ...plan, paced: false, usageAs: 'stream' }),
      open: async (call) => {
        validate(call);
        call.signal.throwIfAborted();
        return withRetries(call, () => this.#openStream(call, draft(), options));
      },
      close: (call, parts) => this.#closeStream(call, parts, options),
    });
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
    return runCall(this.settings, { operation: 'embed', options, validate, texts: () => values }, (call) =>
      this.#embed(call, values, options),
    );
  }

  override embedImage(image: ImageInput, options: EmbeddingOptions = {}): Promise<EmbeddingResponse> {
    const validate = (call: Call): void => {
      this.#require('imageEmbeddings', 'embedImage');
      this.#readImage(image, undefined);
      if (!this.vendor.describeThenEmbed) call.model = options.model ?? this.vendor.defaults.imageEmbedding ?? '';
    };
    return runCall(this.settings, { operation: 'embedImage', options, validate }, async (call) => {
      const source = this.#readImage(image, undefined);
      if (this.vendor.embedImage) return this.vendor.embedImage(call, await loadImage(call, source), options);
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
    return (await runCall(this.settings, plan, (call) => this.#generate(call, (draft as () => CallDraft)(), options))).content;
  }

  override generateImage(prompt: string, options: GenerateImageOptions = {}): Promise<ImageGenerationResponse> {
    let count = 1;
    const validate = (call: Call): void => {
      this.#require('imageGeneration', 'generateImage');
      if (typeof prompt !== 'string' || prompt === '') throw invalidInput('prompt must be a text that is not empty.');
      count = resolveImages(options.n, this.settings.ceilings);
      this.#chooseModel(call, options, 'image');
    };
    return runCall(this.settings, { operation: 'generateImage', options, validate, texts: () => [prompt] }, async (call) => {
      const model = (await this.#load()).image?.(await this.#resolveModel(call, 'image'));
      if (model === undefined) throw notImplemented(this.type, 'generateImage');
      watchCall(call);
      return generateImages(call, model, prompt, count, options);
    });
  }

  override getModels(options: RequestOptions = {}): Promise<AIModel[]> {
    const list = this.vendor.listModels?.bind(this.vendor);
    if (list === undefined) return this.refuse('getModels', options);
    return runCall(this.settings, { operation: 'getModels', options, usageAs: false, namesModel: false }, list);
  }

  #chat(operation: string, messages: readonly Message[], options: ChatOptions): Promise<AIResponse> {
    const { plan, draft } = this.#plan(operation, messages, options);
    return runCall(this.settings, plan, (call) => this.#generate(call, draft(), options));
  }

  #plan(operation: string, messages: readonly Message[], options: ChatOptions): { plan: CallPlan; draft: () => CallDraft } {
    let draft: CallDraft | undefined;
    const validate = (call: Call): void => {
      // The other text kinds can always chat; this one may have been given an embedding model only.
      if (this.type === 'custom') this.#require('chat', operation);
      this.#chooseModel(call, options, 'chat');
      if (options.idleTimeout !== undefined) positive('idleTimeout', options.idleTimeout, 1, 1);
      call.generation = resolveGeneration(options, this.settings.ceilings);
      draft = planCall(this.vendor, messages, options, this.settings);
    };
    const texts = (): readonly string[] => promptTexts(messages);
    return { plan: { operation, usageAs: 'chat', options, validate, texts }, draft: () => draft as CallDraft };
  }

  #describe(call: Call, image: ImageInput, prompt: string | undefined, options: DescribeImageOptions): () => CallDraft {
    this.#chooseModel(call, options, 'chat');
    call.generation = resolveGeneration(options, this.settings.ceilings, DESCRIPTION_TOKENS);
    const part = { type: 'image' as const, image, ...(options.mimeType === undefined ? {} : { mimeType: options.mimeType }) };
    const content = [{ type: 'text' as const, text: prompt ?? DESCRIPTION_PROMPT }, part];
    const draft = planCall(this.vendor, [{ role: 'user', content }], options, this.settings);
    return () => draft;
  }

  async #generate(call: Call, draft: CallDraft, options: ChatOptions): Promise<AIResponse> {
    if (options.onProgress !== undefined) return this.#generateByStream(call, draft, options);
    const { model, callOptions } = await this.#prepare(call, draft);
    const result = await model.doGenerate(callOptions);
    call.model = result.response?.modelId ?? call.model;
    call.usage = this.#usage(call, toUsage(result.usage));
    const response = toResponse(this.type, { ...result, usage: call.usage, model: call.model });
    return readObject(response, options.responseFormat, this.type);
  }

  async #generateByStream(call: Call, draft: CallDraft, options: ChatOptions): Promise<AIResponse> {
    const parts = new PartCollector();
    const reader = (await this.#openStream(call, draft, options)).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (read.value.type === 'error') throw read.value.error;
      parts.add(read.value);
      if (read.value.type === 'text-delta') notify(options.onProgress, read.value.delta);
    }
    return this.#closeStream(call, parts, options);
  }

  async #openStream(call: Call, draft: CallDraft, _options: ChatOptions): Promise<ReadableStream<LanguageModelV4StreamPart>> {
    const { model, callOptions } = await this.#prepare(call, draft);
    return (await raceAbort(model.doStream(callOptions), call.signal)).stream;
  }

  async #closeStream(call: Call, parts: PartCollector, options: ChatOptions): Promise<AIResponse> {
    parts.finish();
    call.model = parts.model ?? call.model;
    call.usage = this.#usage(call, toUsage(parts.usage));
    const answer = { content: parts.content, finishReason: parts.finishReason, usage: call.usage, model: call.model };
    return readObject(toResponse(this.type, answer), options.responseFormat, this.type);
  }

  /** Everything between a checked draft and the request: the model, the images, the reasoning. */
  async #prepare(call: Call, draft: CallDraft) {
    const models = await this.#load();
    const modelId = await this.#resolveModel(call, 'chat');
    const generation = call.generation as NonNullable<Call['generation']>;
    const plan = this.vendor.reasoning(modelId, generation, draft.facts);
    if (plan.outputTokens < 1) {
      throw new AIError(
        `${this.type}: maxTokens (${generation.outputTokens}) leaves no room beside ${plan.reasoningTokens} reasoning tokens. Raise maxTokens or lower reasoning.maxTokens.`,
        { code: 'AI_LIMIT_EXCEEDED', provider: this.type },
      );
    }
    generation.reasoningTokens = plan.reasoningTokens;
    const model = models.language(modelId, { ...draft.facts, reasoning: plan.reasoningTokens > 0 });
    const prompt: LanguageModelV4Prompt = await inlineImages(call, draft.prompt, this.vendor.takesImageUrls);
    const limits = { outputTokens: generation.outputTokens, reasoningTokens: plan.reasoningTokens };
    watchCall(call, this.vendor.checksBody ? limits : undefined);
    if (!this.vendor.checksBody) call.attempts += 1;
    const callOptions: LanguageModelV4CallOptions = {
      ...draft.callOptions,
      prompt,
      maxOutputTokens: plan.outputTokens,
      abortSignal: call.signal,
      ...(plan.providerOptions === undefined ? {} : { providerOptions: plan.providerOptions }),
      ...(plan.reasoning === undefined ? {} : { reasoning: plan.reasoning }),
    };
    return { model, callOptions };
  }

  async #embed(call: Call, values: readonly string[], options: EmbeddingOptions): Promise<EmbeddingResponse> {
    const model = (await this.#load()).embedding?.(await this.#resolveModel(call, 'embedding'));
    if (model === undefined) throw notImplemented(this.type, 'embed');
    watchCall(call);
    if (!this.vendor.checksBody) call.attempts += 1;
    const batch = (await model.maxEmbeddingsPerCall) ?? values.length;
    const embeddings: number[][] = [];
    let tokens: number | undefined;
    for (let start = 0; start < values.length; start += batch) {
      const part = values.slice(start, start + batch);
      const result = await model.doEmbed({
        values: part,
        abortSignal: call.signal,
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
      call.usage = this.#usage(call, { promptTokens: tokens, completionTokens: 0, totalTokens: tokens });
    }
    return { embeddings, model: call.model, ...(call.usage === undefined ? {} : { usage: call.usage }) };
  }

  #usage(call: Call, usage: TokenUsage | undefined): TokenUsage | undefined {
    const reported = call.responseHeaders === undefined ? undefined : this.vendor.readCost?.(call.responseHeaders);
    const prices = this.settings.options.prices;
    const price = prices?.[call.model] ?? prices?.[this.defaultModel ?? ''];
    return withCost(usage, price, reported);
  }

  /** Names the model as far as it is known without asking anybody. */
  #chooseModel(call: Call, options: RequestOptions, purpose: ModelPurpose): void {
    const configured = purpose === 'chat' ? this.settings.options.defaultModel : undefined;
    const model = options.model ?? configured ?? this.vendor.defaults[purpose];
    // Another server with the same wire may well have a model of that name.
    if (this.settings.options.baseUrl === undefined) refuseRetired(this.type, model);
    if (model === undefined && this.vendor.discoverModel === undefined) {
      throw new AIError(`${this.type} has no default model for this: pass \`model\`.`, { code: 'NOT_CONFIGURED', provider: this.type });
    }
    call.model = model ?? '';
  }

  async #resolveModel(call: Call, purpose: ModelPurpose): Promise<string> {
    if (call.model !== '') return call.model;
    const discover = this.vendor.discoverModel?.bind(this.vendor);
    if (discover === undefined) return '';
    const known = this.#discovered.get(purpose);
    // Shared once found; a failure is forgotten, so that the next call asks again.
    const finding = known ?? discover(call, purpose);
    if (known === undefined) {
      this.#discovered.set(purpose, finding);
      finding.catch(() => this.#discovered.delete(purpose));
    }
    call.model = await finding;
    // Asking for the models was no attempt at the call itself.
    call.attempts = 0;
    return call.model;
  }

  #load(): Promise<VendorModels> {
    if (this.#models === undefined) {
      this.#models = this.vendor.load(this.settings, guardedFetch(this.type, this.settings.fetch));
      this.#models.catch(() => {
        this.#models = undefined;
      });
    }
    return this.#models;
  }

  #require(flag: keyof AICapabilities, operation: string): void {
    if (this.getCapabilities()[flag] === true) return;
    throw notImplemented(this.type, operation);
  }

  #readImage(image: ImageInput, mimeType: string | undefined) {
    return readImage(image, 'image', mimeType, this.settings.options.imageUrlOrigins ?? []);
  }
}

function addUsage(one: TokenUsage | undefined, other: TokenUsage | undefined): TokenUsage | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    totalTokens: one.totalTokens + other.totalTokens,
    ...(one.cost === undefined && other.cost === undefined ? {} : { cost: (one.cost ?? 0) + (other.cost ?? 0) }),
  };
}

function notify(callback: ((chunk: string) => void) | undefined, chunk: string): void {
  try {
    callback?.(chunk);
  } catch {
    // A callback must not change the result of a call.
  }
}
