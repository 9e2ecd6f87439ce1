import { invalidInput } from '../errors/errors.ts';
import type { Message } from '../interface/messages.ts';
import type { ChatOptions, EmbeddingOptions, MessageOptions } from '../interface/options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { AIResponse, AIStream, EmbeddingResponse } from '../interface/responses.ts';
import { settingsByProvider } from '../provider/settings.ts';

/** A conversation on its way to a provider. */
export interface ChatCall {
  provider: AIProvider;
  messages: readonly Message[];
  options: ChatOptions;
}

/** Texts to embed, on their way to a provider. */
export interface EmbedCall {
  provider: AIProvider;
  texts: readonly string[];
  options: EmbeddingOptions;
}

/**
 * A layer between a caller and a provider. Each function receives the call and `next`, which passes it on: it may change the call, answer
 * it, or inspect the answer. Calls without a function are passed through.
 */
export interface Middleware {
  chat?(call: ChatCall, next: (call: ChatCall) => Promise<AIResponse>): Promise<AIResponse>;
  stream?(call: ChatCall, next: (call: ChatCall) => AIStream): AIStream;
  embed?(call: EmbedCall, next: (call: EmbedCall) => Promise<EmbeddingResponse>): Promise<EmbeddingResponse>;
}

/**
 * Wraps a provider in middleware, the first outermost. `message` and `complete` go through `chat`; everything except chat, stream and
 * embedding goes directly to the provider. Limits, events and errors stay those of the provider.
 *
 * @example
 * const ai = withMiddleware(await getAI(), [createResponseCache({ ttl: 60_000 })]);
 */
export function withMiddleware<Provider extends AIProvider>(provider: Provider, middlewares: readonly Middleware[]): Provider {
  if (!Array.isArray(middlewares)) throw invalidInput('middlewares must be a list.');
  const all: readonly Middleware[] = middlewares;
  const chat = all.reduceRight<(call: ChatCall) => Promise<AIResponse>>(
    (next, middleware) =>
      middleware.chat === undefined ? next : (call) => (middleware.chat as NonNullable<Middleware['chat']>)(call, next),
    (call) => provider.chat(call.messages, call.options),
  );
  const stream = all.reduceRight<(call: ChatCall) => AIStream>(
    (next, middleware) =>
      middleware.stream === undefined ? next : (call) => (middleware.stream as NonNullable<Middleware['stream']>)(call, next),
    (call) => provider.stream(call.messages, call.options),
  );
  const embed = all.reduceRight<(call: EmbedCall) => Promise<EmbeddingResponse>>(
    (next, middleware) =>
      middleware.embed === undefined ? next : (call) => (middleware.embed as NonNullable<Middleware['embed']>)(call, next),
    (call) => provider.embed(call.texts, call.options),
  );
  const wrapped: Partial<Record<keyof AIProvider, unknown>> = {
    chat: (messages: readonly Message[], options: ChatOptions = {}) => chat({ provider, messages, options }),
    stream: (messages: readonly Message[], options: ChatOptions = {}) => stream({ provider, messages, options }),
    complete: (prompt: string, options: ChatOptions = {}) => chat({ provider, messages: [{ role: 'user', content: prompt }], options }),
    message: async (text: string, { history = [], system, role = 'user', ...options }: MessageOptions = {}) => {
      const first: Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
      return (await chat({ provider, messages: [...first, ...history, { role, content: text }], options })).content;
    },
    embed: (text: string | readonly string[], options: EmbeddingOptions = {}) =>
      embed({ provider, texts: typeof text === 'string' ? [text] : text, options }),
  };
  const proxy = new Proxy(provider, {
    get(target, name) {
      if (Object.hasOwn(wrapped, name)) return wrapped[name as keyof AIProvider];
      const value: unknown = Reflect.get(target, name, target);
      // Methods with private fields need the provider itself as `this`.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const settings = settingsByProvider.get(provider);
  if (settings !== undefined) settingsByProvider.set(proxy, settings);
  return proxy;
}
