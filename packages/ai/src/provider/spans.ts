import type { AIError } from '../errors/errors.ts';
import type { CallSpan } from '../interface/client-options.ts';
import type { TokenUsage } from '../interface/responses.ts';
import type { CallPlan } from './call.ts';
import type { ProviderSettings } from './settings.ts';

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR` of `@opentelemetry/api`, which is never loaded here. */
const CLIENT = 2;
const ERROR = 2;

/** The operation names of the OpenTelemetry GenAI conventions, where there is one. */
const conventional: Record<string, string> = {
  chat: 'chat',
  message: 'chat',
  stream: 'chat',
  complete: 'text_completion',
  embed: 'embeddings',
  embedImage: 'embeddings',
};

/** Starts the span of a call, when the client has a tracer. A tracer that throws changes nothing. */
export function startSpan(settings: ProviderSettings, plan: CallPlan): CallSpan | undefined {
  const tracer = settings.options.tracer;
  if (tracer === undefined) return undefined;
  const operation = conventional[plan.operation] ?? plan.operation;
  try {
    return tracer.startSpan(plan.model ? `${operation} ${plan.model}` : operation, {
      kind: CLIENT,
      attributes: {
        'gen_ai.operation.name': operation,
        'gen_ai.provider.name': settings.kind,
        ...(plan.model ? { 'gen_ai.request.model': plan.model } : {}),
      },
    });
  } catch {
    return undefined;
  }
}

/** Ends a span with what the call spent and how it ended. */
export function endSpan(span: CallSpan | undefined, model: string, usage: TokenUsage | undefined, error: AIError | undefined): void {
  if (span === undefined) return;
  try {
    if (model !== '') span.setAttribute('gen_ai.response.model', model);
    if (usage !== undefined) {
      span.setAttribute('gen_ai.usage.input_tokens', usage.promptTokens);
      span.setAttribute('gen_ai.usage.output_tokens', usage.completionTokens);
    }
    if (error !== undefined) {
      span.setAttribute('error.type', error.code);
      span.setStatus({ code: ERROR });
    }
    span.end();
  } catch {
    // A tracer must not change the result of a call.
  }
}
