import type { ChatTool, ContentChatModel } from './configure-chat.ts';

/** What chat needs of an AI: an answer as it comes, with calls of tools. A provider of `@colophon/ai` is one. */
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

/** What else happens in an answer, such as reasoning, is passed over. */
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
 * Makes a chat model of an AI. Nothing is retried.
 *
 * @example
 * configureContentChat(createAIChatModel(await getAIAuto()));
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
