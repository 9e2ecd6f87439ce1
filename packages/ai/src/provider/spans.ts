import type { AIError } from '../errors/errors.ts';
import type { CallSpan, SpanTracer } from '../interface/client-options.ts';
import type { ChatOptions, EmbeddingOptions, RequestOptions } from '../interface/options.ts';
import type { TokenUsage } from '../interface/responses.ts';
import type { ProviderSettings } from './settings.ts';

/** `SpanKind` and `SpanStatusCode` of `@opentelemetry/api`, which is never loaded here. */
const INTERNAL = 0;
const CLIENT = 2;
const ERROR = 2;

type Attributes = Record<string, string | number | string[]>;

/** The operation names of the OpenTelemetry GenAI conventions, if there is one. */
const conventional: Record<string, string> = {
  chat: 'chat',
  message: 'chat',
  stream: 'chat',
  describeImage: 'chat',
  complete: 'text_completion',
  embed: 'embeddings',
  embedImage: 'embeddings',
};
const outputTypes: Record<string, string> = {
  generateImage: 'image',
  synthesizeSpeech: 'speech',
  streamSpeech: 'speech',
  transcribe: 'text',
};

/** The name of an operation in the conventions; the method's own if there is none. */
export function operationName(operation: string): string {
  return conventional[operation] ?? operation;
}

/** The part of a call's plan that its span shows. */
export interface SpannedCall {
  operation: string;
  options?: RequestOptions | undefined;
  model?: string | undefined;
}

/** The outcome of a call for its span. */
export interface SpanEnd {
  requestedModel: string;
  model: string;
  usage: TokenUsage | undefined;
  maxTokens: number | undefined;
  finishReason: string | undefined;
  error: AIError | undefined;
}

/** Starts the span of a call, if the client has a tracer. An exception of the tracer is ignored. */
export function startSpan(settings: ProviderSettings, plan: SpannedCall): CallSpan | undefined {
  const tracer = settings.options.tracer;
  if (tracer === undefined) return undefined;
  const operation = operationName(plan.operation);
  return quietly(() =>
    tracer.startSpan(plan.model ? `${operation} ${plan.model}` : operation, {
      kind: CLIENT,
      attributes: {
        'gen_ai.operation.name': operation,
        'gen_ai.provider.name': settings.row.telemetryName,
        ...requestAttributes(settings, plan),
      },
    }),
  );
}

/** Ends a span with the request, usage and outcome of the call. */
export function endSpan(span: CallSpan | undefined, plan: SpannedCall, end: SpanEnd): void {
  if (span === undefined) return;
  const { requestedModel, model, usage, error } = end;
  const operation = operationName(plan.operation);
  const attributes: { [name: string]: string | number | string[] | undefined } = {
    'gen_ai.request.model': requestedModel || undefined,
    'gen_ai.request.max_tokens': end.maxTokens,
    'gen_ai.response.model': model || undefined,
    'gen_ai.response.finish_reasons': end.finishReason === undefined ? undefined : [end.finishReason],
    'gen_ai.usage.input_tokens': usage?.promptTokens,
    'gen_ai.usage.output_tokens': usage?.completionTokens,
    'gen_ai.usage.cache_read.input_tokens': usage?.cachedTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage?.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage?.reasoningTokens,
    'error.type': error === undefined ? undefined : error.code,
    'http.response.status_code': error?.status,
  };
  quietly(() => {
    if (requestedModel !== '') span.updateName?.(`${operation} ${requestedModel}`);
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.setAttribute(name, value);
    if (error !== undefined) span.setStatus({ code: ERROR });
  });
  quietly(() => span.end());
}

/**
 * Runs work in a span of its own, in which the spans of calls are nested if the tracer supports it: a loop of tools (`invoke_agent`), or
 * one tool in it (`execute_tool`).
 */
export async function inSpan<T>(tracer: SpanTracer | undefined, name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (tracer === undefined) return work();
  const finish = async (span: CallSpan | undefined): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      quietly(() => span?.setAttribute('error.type', typeof code === 'string' ? code : '_OTHER'));
      quietly(() => span?.setStatus({ code: ERROR }));
      throw error;
    } finally {
      quietly(() => span?.end());
    }
  };
  const options = { kind: INTERNAL, attributes };
  if (tracer.startActiveSpan === undefined) return finish(quietly(() => tracer.startSpan(name, options)));
  let running: Promise<T> | undefined;
  quietly(() => {
    void tracer.startActiveSpan?.(name, options, (span) => (running = finish(span)));
  });
  return running ?? finish(undefined);
}

/** The parameters of a call that the conventions name. No prompt, no answer. */
function requestAttributes(settings: ProviderSettings, plan: SpannedCall): Attributes {
  const options = (plan.options ?? {}) as ChatOptions & EmbeddingOptions;
  const stop = typeof options.stop === 'string' ? [options.stop] : options.stop;
  const format = options.responseFormat?.type;
  const given: { [name: string]: unknown } = {
    'gen_ai.request.temperature': options.temperature,
    'gen_ai.request.top_p': options.topP,
    'gen_ai.request.top_k': options.topK,
    'gen_ai.request.frequency_penalty': options.frequencyPenalty,
    'gen_ai.request.presence_penalty': options.presencePenalty,
    'gen_ai.request.seed': options.seed,
    'gen_ai.request.stop_sequences': Array.isArray(stop) ? stop.map(String).slice(0, 16) : undefined,
    'gen_ai.embeddings.dimension.count': options.dimensions,
    'gen_ai.output.type': outputTypes[plan.operation] ?? (format === undefined ? undefined : format === 'text' ? 'text' : 'json'),
    ...serverAttributes(settings),
  };
  const isAttribute = (entry: [string, unknown]): entry is [string, string | number | string[]] =>
    typeof entry[1] === 'string' || typeof entry[1] === 'number' || Array.isArray(entry[1]);
  return Object.fromEntries(Object.entries(given).filter(isAttribute));
}

/** The server that a client was given; a vendor's own address is known from its name. */
export function serverAttributes({ options: { baseUrl, endpoint } }: ProviderSettings): Record<string, string | number> {
  const address = baseUrl ?? endpoint;
  if (address === undefined || !URL.canParse(address)) return {};
  const url = new URL(address);
  return { 'server.address': url.hostname, 'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
}

/** A tracer must not change the result of a call. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
