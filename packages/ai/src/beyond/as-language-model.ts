import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { AIProvider } from '../interface/provider.ts';
import type { AIResponse, FinishReason, TokenUsage } from '../interface/responses.ts';
import { fromPrompt, toChatOptions } from './from-call-options.ts';

/**
 * Makes a language model of the AI SDK out of a provider, so that its `generateText`, `streamText` and UI hooks
 * run under this library's limits, pacing, events and errors.
 *
 * @example
 * const { text } = await generateText({ model: asLanguageModel(ai), prompt: 'Say hello.' });
 */
export function asLanguageModel(provider: AIProvider, modelId?: string): LanguageModelV4 {
  const options = (call: LanguageModelV4CallOptions) => ({ ...toChatOptions(call), ...(modelId === undefined ? {} : { model: modelId }) });
  return {
    specificationVersion: 'v4',
    provider: `colophon.${provider.type}`,
    modelId: modelId ?? provider.defaultModel ?? 'default',
    supportedUrls: {},
    async doGenerate(call) {
      const response = await provider.chat(fromPrompt(call.prompt, provider.type), options(call));
      return {
        content: toContent(response),
        finishReason: toFinishReason(response.finishReason),
        usage: toSpecUsage(response.usage),
        warnings: [],
        ...(response.model === undefined ? {} : { response: { modelId: response.model } }),
      };
    },
    async doStream(call) {
      const stream = provider.stream(fromPrompt(call.prompt, provider.type), options(call));
      // Asked for at once, so that a failure before the first chunk rejects here, where it can be retried.
      const first = await stream.next();
      return { stream: toParts(first, stream) };
    },
  };
}

function toParts(first: IteratorResult<string>, stream: ReturnType<AIProvider['stream']>): ReadableStream<LanguageModelV4StreamPart> {
  let pending: IteratorResult<string> | undefined = first;
  let open = false;
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      start: (controller) => controller.enqueue({ type: 'stream-start', warnings: [] }),
      async pull(controller) {
        try {
          const { done, value } = pending ?? (await stream.next());
          pending = undefined;
          if (!done) {
            if (!open) controller.enqueue({ type: 'text-start', id: '0' });
            open = true;
            return controller.enqueue({ type: 'text-delta', id: '0', delta: value });
          }
          const response = await stream.response;
          if (open) controller.enqueue({ type: 'text-end', id: '0' });
          for (const part of toContent(response)) if (part.type === 'tool-call') controller.enqueue(part);
          if (response.model !== undefined) controller.enqueue({ type: 'response-metadata', modelId: response.model });
          controller.enqueue({ type: 'finish', finishReason: toFinishReason(response.finishReason), usage: toSpecUsage(response.usage) });
        } catch (error) {
          controller.enqueue({ type: 'error', error });
        }
        controller.close();
      },
      cancel: async () => {
        await stream.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Gives the vendor's own parts where they carry signatures, so that the next turn can send them back. */
function toContent(response: AIResponse): LanguageModelV4Content[] {
  const replay = response.message.replay?.parts as { type: string; metadata?: object }[] | undefined;
  if (replay !== undefined)
    return replay.map(
      ({ metadata, ...part }) => ({ ...part, ...(metadata ? { providerMetadata: metadata } : {}) }) as LanguageModelV4Content,
    );
  const content: LanguageModelV4Content[] = [];
  if (response.reasoning) content.push({ type: 'reasoning', text: response.reasoning });
  if (response.content !== '') content.push({ type: 'text', text: response.content });
  for (const call of response.toolCalls ?? []) {
    content.push({ type: 'tool-call', toolCallId: call.id, toolName: call.function.name, input: call.function.arguments });
  }
  return content;
}

function toFinishReason(reason: FinishReason): LanguageModelV4FinishReason {
  const words = { stop: 'stop', length: 'length', tool_calls: 'tool-calls', content_filter: 'content-filter', other: 'other' } as const;
  return { unified: words[reason], raw: reason };
}

function toSpecUsage(usage: TokenUsage | undefined): LanguageModelV4Usage {
  return {
    inputTokens: { total: usage?.promptTokens, noCache: undefined, cacheRead: usage?.cachedTokens, cacheWrite: undefined },
    outputTokens: { total: usage?.completionTokens, text: undefined, reasoning: usage?.reasoningTokens },
  };
}
