import type { ChatTool, ContentChatModel } from './chat-settings.ts';

/** The AI interface that chat needs: streamed replies with tool calls. A provider of `@colophon/ai` conforms to it. */
export interface StreamingModel {
  stream(
    messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[],
    options: {
      readonly tools: {
        type: 'function';
        function: { name: string; description: string; parameters: Readonly<Record<string, unknown>> };
      }[];
      readonly maxTokens: number;
      readonly signal: AbortSignal;
      readonly model?: string;
    },
  ): { events(): AsyncIterable<StreamedEvent> };
}

/** Other events of a reply, such as reasoning, are ignored. */
interface StreamedEvent {
  readonly type: string;
  readonly text?: string;
  readonly call?: { readonly function: { readonly name: string; readonly arguments: string } };
  readonly response?: FinishedResponse;
}

interface FinishedResponse {
  readonly model?: string | undefined;
  readonly usage?: { readonly promptTokens?: number | undefined; readonly completionTokens?: number | undefined } | undefined;
}

/**
 * Creates a chat model from an AI. Nothing is retried.
 *
 * @example
 * database.ports.provide(contentChat, { model: createAIChatModel(await getAIAuto()) });
 */
export function createAIChatModel(ai: StreamingModel): ContentChatModel {
  return {
    async *reply({ system, messages, model, maxTokens, tools }, signal) {
      const options = { tools: tools.map(definitionOf), maxTokens, signal, ...(model === undefined ? {} : { model }) };
      for await (const event of ai.stream([{ role: 'system', content: system }, ...messages], options).events()) {
        const { type, text, call, response } = event;
        if (type === 'text' && text !== undefined) yield { text };
        else if (type === 'tool-call' && call) yield { toolCall: call.function };
        else if (type === 'finish' && response) yield { finish: finishOf(response) };
      }
    },
  };
}

function definitionOf({ name, description, parameters }: ChatTool) {
  return { type: 'function' as const, function: { name, description, parameters } };
}

function finishOf({ model, usage }: FinishedResponse) {
  const { promptTokens, completionTokens } = usage ?? {};
  const isKnown = promptTokens !== undefined && completionTokens !== undefined;
  return { model: model ?? null, usage: isKnown ? { inputTokens: promptTokens, outputTokens: completionTokens } : null };
}
