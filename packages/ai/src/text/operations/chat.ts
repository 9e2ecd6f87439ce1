import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult, SharedV4Warning } from '@ai-sdk/provider';
import { AIError } from '../../errors/errors.ts';
import { errorFromStreamPart } from '../../errors/from-failure.ts';
import type { Message } from '../../interface/messages.ts';
import type { ChatOptions } from '../../interface/options.ts';
import type { AIResponse } from '../../interface/responses.ts';
import { positive } from '../../limits/ceilings.ts';
import { resolveGeneration } from '../../limits/generation.ts';
import { worstToolCost } from '../../pricing/priced-options.ts';
import { asksForAnHour, mostInputTokens, pricesTokens, worstTokenCost } from '../../pricing/worst-cost.ts';
import { Call } from '../../provider/call.ts';
import { validate, withRetries } from '../../provider/run.ts';
import { cutOff } from '../../wires/decode.ts';
import type { ChatModel, PartStream } from '../../wires/part-stream.ts';
import { inlineFiles, needsFiles, planCall, type CallDraft } from '../call-draft.ts';
import { PartCollector } from '../collector.ts';
import { cachePrompt, checkPromptCache } from '../prompt-cache.ts';
import { mergeOptions } from '../provider-options.ts';
import { objectReader, readObject } from '../structured-output.ts';
import type { TextClient } from '../text-client.ts';
import { serverToolSecrets, withServerTools } from '../server-tools.ts';
import { TextStream } from '../text-stream.ts';
import { promptTexts } from '../to-prompt.ts';
import { toResponse, type ModelAnswer } from '../to-response.ts';
import { estimateUsage } from '../../messages/usage.ts';

/** Sends a conversation and returns the answer. */
export function chat(client: TextClient, operation: string, messages: readonly Message[], options: ChatOptions): Promise<AIResponse> {
  let draft: CallDraft | undefined;
  const validate = (call: Call): void => {
    draft = draftChat(client, operation, call, messages, options);
  };
  const secrets = () => serverToolSecrets(options);
  const plan = { operation, usageAs: 'chat', options, validate, texts: () => promptTexts(messages), secrets };
  return client.run(plan, (call) => generate(client, call, draft as CallDraft, options));
}

/** The answer to a conversation, chunk by chunk. Nothing is sent before the first read. */
export class ChatStream extends TextStream {
  #client: TextClient;
  #messages: readonly Message[];
  #options: ChatOptions;
  #draft: CallDraft | undefined;
  #readObject: ((object: unknown) => unknown) | undefined;

  constructor(client: TextClient, messages: readonly Message[], options: ChatOptions) {
    super();
    this.#client = client;
    this.#messages = messages;
    this.#options = options;
  }

  protected override get idleTimeout(): number | undefined {
    return this.#options.idleTimeout;
  }

  protected override get isJson(): boolean {
    const format = this.#options.responseFormat?.type;
    return format === 'json_schema' || format === 'json_object';
  }

  protected override unwrap(object: unknown): unknown {
    return (this.#readObject ??= objectReader(this.#options.responseFormat, this.#client.vendor))(object);
  }

  protected override begin(): Call {
    const validate = (call: Call): void => {
      this.#draft = draftChat(this.#client, 'stream', call, this.#messages, this.#options);
    };
    const texts = (): readonly string[] => promptTexts(this.#messages);
    const secrets = (): readonly string[] => serverToolSecrets(this.#options);
    return new Call(this.#client.settings, { operation: 'stream', options: this.#options, paced: false, validate, texts, secrets });
  }

  protected override async open(call: Call): Promise<PartStream> {
    validate(call);
    call.signal.throwIfAborted();
    if (this.#client.vendor.authorize !== undefined) await this.#client.prepare(call);
    const draft = this.#draft as CallDraft;
    // A stream may be open for long after its prompt was sent.
    this.#draft = undefined;
    return withRetries(call, () => openStream(this.#client, call, draft, this.#options));
  }

  protected override close(call: Call, parts: PartCollector): Promise<AIResponse> {
    return closeStream(this.#client, call, parts, this.#options);
  }
}

/**
 * Validates a conversation and its options; nothing is sent.
 *
 * @throws AIError `INVALID_INPUT`, `AI_LIMIT_EXCEEDED` and any other code of a local refusal
 */
export function draftChat(
  client: TextClient,
  operation: string,
  call: Call,
  messages: readonly Message[],
  options: ChatOptions,
  tokens?: number,
): CallDraft {
  // The other text kinds always support chat; this one may have only an embedding model.
  if (client.kind === 'custom') client.require('chat', operation);
  client.chooseModel(call, options, 'chat');
  checkPromptCache(options.promptCache);
  if (options.idleTimeout !== undefined) positive('idleTimeout', options.idleTimeout, 1, 1);
  call.generation = resolveGeneration(options, client.settings.ceilings, tokens);
  return planCall(client.vendor, messages, options, client.settings);
}

/** Calls a model and converts its answer. */
export async function generate(client: TextClient, call: Call, draft: CallDraft, options: ChatOptions): Promise<AIResponse> {
  if (options.onProgress !== undefined) return generateByStream(client, call, draft, options);
  const { model, callOptions } = await prepare(client, call, draft, options);
  return readResult(client, call, await model.doGenerate(callOptions), options);
}

/** Notes the usage of a complete answer, and converts it. */
export function readResult(
  client: TextClient,
  call: Call,
  result: LanguageModelV4GenerateResult,
  options: Pick<ChatOptions, 'responseFormat'>,
): Promise<AIResponse> {
  call.model = result.response?.modelId ?? call.model;
  call.usage = withServerTools(client.toUsage(call, result.usage, hasOutput(result.content)), result.content, result.providerMetadata);
  return toAnswer(client, call, result, result.warnings, options);
}

async function generateByStream(client: TextClient, call: Call, draft: CallDraft, options: ChatOptions): Promise<AIResponse> {
  const parts = new PartCollector();
  call.partialUsage = () => client.toUsage(call, parts.usage) ?? estimateUsage(call.plan.texts, parts.characters);
  const reader = (await openStream(client, call, draft, options)).getReader();
  for (let read = await reader.read(); !read.done && read.value !== undefined; read = await reader.read()) {
    if (read.value.type === 'error') throw errorFromStreamPart(read.value.error, call.failure);
    parts.add(read.value);
    if (read.value.type === 'text-delta') notify(options.onProgress, read.value.delta);
  }
  return closeStream(client, call, parts, options);
}

/** Whether an answer says something, or calls a tool. */
function hasOutput(content: ModelAnswer['content']): boolean {
  return content.some((part) => (part.type === 'text' && part.text !== '') || part.type === 'tool-call');
}

async function openStream(client: TextClient, call: Call, draft: CallDraft, options: ChatOptions): Promise<PartStream> {
  const { model, callOptions } = await prepare(client, call, draft, options);
  return (await call.deadline.race(model.doStream(callOptions))).stream;
}

async function closeStream(client: TextClient, call: Call, parts: PartCollector, options: ChatOptions): Promise<AIResponse> {
  parts.finish();
  call.model = parts.model ?? call.model;
  call.usage = withServerTools(client.toUsage(call, parts.usage, hasOutput(parts.content)), parts.content, parts.metadata);
  const { finishReason } = parts;
  // Some packages report an interrupted answer as finished; then they can give no reason.
  const reason = finishReason?.unified ?? 'interrupted';
  const cut = reason === 'interrupted' || (reason === 'other' && finishReason?.raw === undefined);
  if (cut) throw cutOff(client.kind);
  return toAnswer(client, call, parts, parts.warnings, options);
}

function toAnswer(
  client: TextClient,
  call: Call,
  { content, finishReason }: Pick<ModelAnswer, 'content' | 'finishReason'>,
  warnings: readonly SharedV4Warning[] | undefined,
  options: Pick<ChatOptions, 'responseFormat'>,
): Promise<AIResponse> {
  const answer = { content, finishReason, usage: call.usage, model: call.model, warnings: warnings ?? [] };
  call.finishReason = finishReason?.unified;
  const response = toResponse(client.kind, answer);
  const own = call.warnings;
  const all = own.length === 0 ? response : { ...response, warnings: [...own, ...(response.warnings ?? [])] };
  return readObject(all, options.responseFormat, client.vendor);
}

/** Everything between a validated draft and the request: the model, the images, the reasoning. */
export async function prepare(
  client: TextClient,
  call: Call,
  draft: CallDraft,
  options: ChatOptions,
): Promise<{ model: ChatModel; callOptions: LanguageModelV4CallOptions }> {
  const { vendor } = client;
  const models = client.loaded ?? (await client.load());
  const modelId = call.model === '' ? await client.resolveModel(call, 'chat') : call.model;
  call.requestedModel = modelId;
  const generation = call.generation as NonNullable<Call['generation']>;
  const plan = vendor.reasoning(modelId, generation, draft.facts);
  if (plan.outputTokens < 1) throw noRoom(client, generation.outputTokens, plan.reasoningTokens);
  generation.reasoningTokens = plan.reasoningTokens;
  const model = models.language(modelId, { ...draft.facts, reasoning: plan.reasoningTokens > 0, effort: generation.effort });
  const cached = cachePrompt(vendor, modelId, draft.prompt, options.promptCache);
  call.warnings = draft.warnings.length === 0 ? cached.warnings : [...draft.warnings, ...cached.warnings];
  const prompt = needsFiles(cached.prompt, vendor.fetchesUrls) ? await inlineFiles(call, cached.prompt, vendor.fetchesUrls) : cached.prompt;
  // Limits come last, so that no vendor-specific option can raise them.
  const tier = call.isLimited ? vendor.standardTier?.(client.settings) : undefined;
  const providerOptions = mergeOptions(tier, client.providerOptions(options), cached.providerOptions, plan.providerOptions);
  const { outputTokens } = generation;
  const { accountPricing } = vendor;
  const isDecided =
    accountPricing === undefined || Object.values(providerOptions).some((fields) => Object.hasOwn(fields, accountPricing.option));
  call.accountFactor = isDecided ? 1 : accountPricing.most;
  if (call.isLimited) {
    const keepsAnHour = asksForAnHour(prompt, draft.callOptions.tools, providerOptions);
    await call.reserve(modelId, (price, factor) => {
      if (!pricesTokens(price)) return undefined;
      const inputTokens = mostInputTokens(prompt, draft.callOptions, { kind: client.kind, model: modelId });
      const tools = worstToolCost(price, draft.callOptions.tools);
      // Reasoning beside the completion is not part of its ceiling; only the context ends it.
      const most = vendor.reasoningTokens === 'beside' ? price.contextTokens : outputTokens;
      if (most === undefined || typeof tools === 'object') return most === undefined ? undefined : tools;
      return tools + worstTokenCost(price, inputTokens, most, factor * call.accountFactor, keepsAnHour);
    });
  }
  client.watch(call, vendor.checksBody ? { outputTokens, reasoningTokens: plan.reasoningTokens } : undefined);
  if (!vendor.checksBody) call.attempts += 1;
  const { headers } = call;
  const callOptions: LanguageModelV4CallOptions = {
    ...draft.callOptions,
    prompt,
    maxOutputTokens: plan.outputTokens,
    abortSignal: call.signal,
    ...(Object.keys(providerOptions).length === 0 ? {} : { providerOptions }),
    ...(headers === undefined ? {} : { headers }),
    ...(plan.reasoning === undefined ? {} : { reasoning: plan.reasoning }),
  };
  return { model, callOptions };
}

function noRoom({ kind }: TextClient, outputTokens: number, reasoningTokens: number): AIError {
  return new AIError(
    `${kind}: maxTokens (${outputTokens}) leaves no room for an answer after ${reasoningTokens} reasoning tokens. Raise maxTokens or lower reasoning.maxTokens.`,
    { code: 'AI_LIMIT_EXCEEDED', provider: kind },
  );
}

function notify(callback: ((chunk: string) => void) | undefined, chunk: string): void {
  try {
    callback?.(chunk);
  } catch {
    // A callback must not change the result of a call.
  }
}
