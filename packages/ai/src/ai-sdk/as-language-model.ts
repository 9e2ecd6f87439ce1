import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { AIProvider } from '../interface/provider.ts';
import type { AIResponse, FinishReason, StreamEvent, TokenUsage } from '../interface/responses.ts';
import { fromPrompt, toChatOptions } from './from-call-options.ts';

/**
 * Returns an AI SDK language model backed by a provider, so that `generateText`, `streamText` and UI hooks use this library's limits,
 * pacing, events and errors.
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
        warnings: toSpecWarnings(response),
        ...(response.model === undefined ? {} : { response: { modelId: response.model } }),
      };
    },
    async doStream(call) {
      const stream = provider.stream(fromPrompt(call.prompt, provider.type), options(call)).events();
      // Requested immediately, so that a failure before the first event rejects here, where it can be retried.
      const warnings: SharedV4Warning[] = [];
      let first = await stream.next();
      for (; !first.done && first.value.type === 'warnings'; first = await stream.next()) warnings.push(...toSpecWarnings(first.value));
      return { stream: toParts(first, stream, warnings) };
    },
  };
}

function toParts(
  first: IteratorResult<StreamEvent>,
  events: AsyncIterableIterator<StreamEvent>,
  warnings: SharedV4Warning[],
): ReadableStream<LanguageModelV4StreamPart> {
  let pending: IteratorResult<StreamEvent> | undefined = first;
  const writer = new PartWriter();
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      start: (controller) => controller.enqueue({ type: 'stream-start', warnings }),
      async pull(controller) {
        try {
          const { done, value } = pending ?? (await events.next());
          pending = undefined;
          if (!done) {
            for (const part of writer.write(value)) controller.enqueue(part);
            return;
          }
        } catch (error) {
          controller.enqueue({ type: 'error', error });
        }
        controller.close();
      },
      cancel: async () => {
        await events.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Converts events to parts, opening and closing the blocks that the specification requires. Reasoning blocks stay open until the end, when
 * their signatures are known.
 */
class PartWriter {
  #textOpen = false;
  #texts = 0;
  #reasoning = new Set<string>();

  write(event: StreamEvent): LanguageModelV4StreamPart[] {
    switch (event.type) {
      case 'text': {
        const start: LanguageModelV4StreamPart[] = this.#textOpen ? [] : [{ type: 'text-start', id: `text-${(this.#texts += 1)}` }];
        this.#textOpen = true;
        return [...start, { type: 'text-delta', id: `text-${this.#texts}`, delta: event.text }];
      }
      case 'reasoning': {
        const start: LanguageModelV4StreamPart[] = this.#reasoning.has(event.id) ? [] : [{ type: 'reasoning-start', id: event.id }];
        this.#reasoning.add(event.id);
        return [...start, { type: 'reasoning-delta', id: event.id, delta: event.text }];
      }
      case 'tool-call-start':
        return [...this.#endText(), { type: 'tool-input-start', id: event.id, toolName: event.name }];
      case 'tool-call-delta':
        return [{ type: 'tool-input-delta', id: event.id, delta: event.arguments }];
      case 'finish':
        return [...this.#endText(), ...this.#finish(event.response)];
      default:
        return [];
    }
  }

  #endText(): LanguageModelV4StreamPart[] {
    if (!this.#textOpen) return [];
    this.#textOpen = false;
    return [{ type: 'text-end', id: `text-${this.#texts}` }];
  }

  #finish(response: AIResponse): LanguageModelV4StreamPart[] {
    const content = toContent(response);
    const parts: LanguageModelV4StreamPart[] = [];
    const open = [...this.#reasoning];
    for (const [index, part] of content.entries()) {
      if (part.type === 'tool-call') parts.push(part);
      if (part.type !== 'reasoning') continue;
      // Reasoning that the vendor hides was never streamed, but still has its own block.
      const id = part.text === '' ? undefined : open.shift();
      if (id === undefined) parts.push({ type: 'reasoning-start', id: `hidden-${index}` });
      const metadata = part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };
      parts.push({ type: 'reasoning-end', id: id ?? `hidden-${index}`, ...metadata });
    }
    for (const id of open) parts.push({ type: 'reasoning-end', id });
    if (response.model !== undefined) parts.push({ type: 'response-metadata', modelId: response.model });
    parts.push({ type: 'finish', finishReason: toFinishReason(response.finishReason), usage: toSpecUsage(response.usage) });
    return parts;
  }
}

function toSpecWarnings({ warnings = [] }: Pick<AIResponse, 'warnings'>): SharedV4Warning[] {
  return warnings.map(({ feature, message }) => ({ type: 'unsupported', feature, details: message }));
}

/** Returns the vendor's own parts if they carry signatures, so that the next turn can send them back. */
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
  const reasons = {
    stop: 'stop',
    length: 'length',
    tool_calls: 'tool-calls',
    content_filter: 'content-filter',
    paused: 'other',
    other: 'other',
  } as const;
  return { unified: reasons[reason], raw: reason };
}

function toSpecUsage(usage: TokenUsage | undefined): LanguageModelV4Usage {
  return {
    inputTokens: {
      total: usage?.promptTokens,
      noCache: undefined,
      cacheRead: usage?.cachedTokens,
      cacheWrite: usage?.cacheWriteTokens,
    },
    outputTokens: { total: usage?.completionTokens, text: undefined, reasoning: usage?.reasoningTokens },
  };
}
