import { toBase64 } from '../bytes/base64.ts';
import { positive } from '../limits/ceilings.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { AIResponse, AIStream, EmbeddingResponse, StreamEvent } from '../interface/responses.ts';
import { isStandardSchema } from '../interface/schema.ts';
import { checkNames, notConfigured, type Names } from '../errors/check-names.ts';
import { settingsByProvider } from '../provider/settings.ts';
import { AnswerStream } from '../streams/answer-stream.ts';
import { SharedCalls } from './shared-calls.ts';
import type { ChatCall, EmbedCall, Middleware } from './with-middleware.ts';

/** The storage of cached answers. Values are plain JSON. */
export interface ResponseStore {
  get(key: string): unknown;
  /** @param ttl milliseconds after which the value has expired */
  set(key: string, value: unknown, ttl: number): void | Promise<void>;
}

/** The options of a response cache. */
export interface ResponseCacheOptions {
  /** Milliseconds an answer is kept. Default: one hour. */
  ttl?: number;
  /** Default: 1,000 answers in the memory of this process. */
  store?: ResponseStore;
}

const names: Names<ResponseCacheOptions> = { ttl: true, store: true };

/** Options that do not affect the answer. */
const PASSING = new Set(['signal', 'timeout', 'idleTimeout', 'usageTags', 'onProgress', 'spending', 'headers', 'promptCache']);

/**
 * Caches complete answers, so that the same call to the same kind, address and model is not repeated. A cached answer has no usage, since
 * nothing was used, and emits no event. Equal calls at the same time share one request. Only complete answers are kept; a call with a schema of another library is never cached. If the
 * store fails, the call proceeds as if the store were empty.
 */
export function createResponseCache(options: ResponseCacheOptions = {}): Middleware {
  checkNames(options, names, '', notConfigured);
  const ttl = positive('ttl', options.ttl, 3_600_000, 1);
  const store = options.store ?? createMemoryResponseStore();
  const read = async <T>(key: string | undefined): Promise<T | undefined> => {
    if (key === undefined) return undefined;
    try {
      return (await store.get(key)) as T | undefined;
    } catch {
      return undefined;
    }
  };
  const keep = async (key: string | undefined, value: object): Promise<void> => {
    if (key === undefined) return;
    try {
      await store.set(key, withoutUsage(value), ttl);
    } catch {
      // The answer is available even if storing it failed.
    }
  };
  const running = new SharedCalls();
  return {
    async chat(given, next) {
      const key = await chatKey(given);
      const cached = await read<AIResponse>(key);
      if (cached !== undefined) return cached;
      const joined = await running.join<AIResponse, ChatCall>(key, given);
      if ('answer' in joined) return joined.answer;
      const { done } = joined;
      try {
        const response = await next(joined.call);
        if (isWhole(response)) {
          await keep(key, response);
          done(withoutUsage(response));
        }
        return response;
      } finally {
        done(undefined);
      }
    },
    stream: (given, next) =>
      new CachedStream(async () => {
        const key = await chatKey(given);
        const cached = await read<AIResponse>(key);
        if (cached !== undefined) return replay(cached);
        const joined = await running.join<AIResponse, ChatCall>(key, given);
        if ('answer' in joined) return replay(joined.answer);
        const { done } = joined;
        return keeping(next(joined.call), done, async (response) => {
          if (!isWhole(response)) return;
          await keep(key, response);
          done(withoutUsage(response));
        });
      }),
    async embed(given, next) {
      const key = await embedKey(given);
      const cached = await read<EmbeddingResponse>(key);
      if (cached !== undefined) return cached;
      const joined = await running.join<EmbeddingResponse, EmbedCall>(key, given);
      if ('answer' in joined) return joined.answer;
      const { done } = joined;
      try {
        const response = await next(joined.call);
        await keep(key, response);
        done(withoutUsage(response));
        return response;
      } finally {
        done(undefined);
      }
    },
  };
}

/** A store in the memory of this process: the oldest answers are evicted first. */
export function createMemoryResponseStore(maxEntries = 1000): ResponseStore {
  const entries = new Map<string, { value: unknown; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined || entry.until > Date.now()) return structuredClone(entry?.value);
      entries.delete(key);
      return undefined;
    },
    set(key, value, ttl) {
      entries.delete(key);
      entries.set(key, { value, until: Date.now() + ttl });
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
  };
}

function isWhole({ finishReason }: AIResponse): boolean {
  return finishReason === 'stop' || finishReason === 'tool_calls';
}

function chatKey({ provider, messages, options }: ChatCall): Promise<string | undefined> {
  const schema = options.responseFormat?.type === 'json_schema' ? options.responseFormat.schema : undefined;
  if (isStandardSchema(schema)) return Promise.resolve(undefined);
  return digest(['chat', source(provider), options.model ?? provider.defaultModel, messages, relevant(options)]);
}

function embedKey({ provider, texts, options }: EmbedCall): Promise<string> {
  return digest(['embed', source(provider), options.model, texts, relevant(options)]);
}

/** The settings of a client that affect its answers: two clients of one kind may call different servers or projects, under different ceilings. */
function source(provider: AIProvider): unknown {
  const settings = settingsByProvider.get(provider);
  if (!settings) return [provider.type];
  const { baseUrl, endpoint, region, organization, project, cliPath, dialect, vendor, providerOptions, model, embeddingModel } =
    settings.options;
  const { maxOutputTokens, maxReasoningTokens } = settings.ceilings;
  const address = { baseUrl, endpoint, region, organization, project, cliPath, dialect, vendor };
  return [provider.type, address, providerOptions, maxOutputTokens, maxReasoningTokens, identityOf(model), identityOf(embeddingModel)];
}

const identities = new WeakMap<object, string>();

/**
 * Identifies a model object of the AI SDK, of which nothing is known but its name. It is random, because a store may be shared by processes:
 * each of them caches the answers of its own objects.
 */
function identityOf(model: unknown): string | undefined {
  if (typeof model !== 'object' || model === null) return undefined;
  let identity = identities.get(model);
  if (identity === undefined) identities.set(model, (identity = crypto.randomUUID()));
  return identity;
}

function relevant(options: object): [string, unknown][] {
  return Object.entries(options)
    .filter(([name, value]) => value !== undefined && !PASSING.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A digest, so that the keys of a store contain no prompt. */
async function digest(parts: unknown): Promise<string> {
  const text = JSON.stringify(parts, (_name, value: unknown) => (value instanceof Uint8Array ? toBase64(value) : value));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toBase64(new Uint8Array(hash));
}

async function* replay(response: AIResponse): AsyncGenerator<StreamEvent> {
  if (response.warnings !== undefined) yield { type: 'warnings', warnings: response.warnings };
  if (response.reasoning !== undefined) yield { type: 'reasoning', id: 'cached', text: response.reasoning };
  if (response.content !== '') yield { type: 'text', text: response.content };
  for (const call of response.toolCalls ?? []) yield { type: 'tool-call', call };
  yield { type: 'finish', response };
}

async function* keeping(
  stream: AIStream,
  done: (value: undefined) => void,
  keep: (response: AIResponse) => Promise<void>,
): AsyncGenerator<StreamEvent> {
  try {
    for await (const event of stream.events()) {
      if (event.type === 'finish') await keep(event.response);
      yield event;
    }
  } finally {
    done(undefined);
  }
}

/** An answer as it is kept: plain JSON, and without usage, since nothing is used when it is given again. */
function withoutUsage(value: object): object {
  const { usage: _usage, ...rest } = value as { usage?: unknown };
  return JSON.parse(JSON.stringify(rest)) as object;
}

/** A stream over events that are only known on first read. */
class CachedStream extends AnswerStream {
  #open: () => Promise<AsyncGenerator<StreamEvent>>;
  #events: Promise<AsyncGenerator<StreamEvent>> | undefined;

  constructor(open: () => Promise<AsyncGenerator<StreamEvent>>) {
    super();
    this.#open = open;
  }

  protected override async read(): Promise<StreamEvent | undefined> {
    const { done, value } = await (await (this.#events ??= this.#open())).next();
    return done ? undefined : value;
  }

  protected override async leave(): Promise<void> {
    await (await this.#events)?.return(undefined);
  }
}
