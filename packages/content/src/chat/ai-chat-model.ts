import { MOST_CONTINUATIONS, type WebSearch, webSearch } from '../record/web-search.ts';
import type { ChatTool, ContentChatModel } from './chat-settings.ts';

/** The AI interface that chat needs: streamed replies with tool calls. A provider of `@colophon/ai` conforms to it. */
export interface StreamingModel {
  stream(
    messages: readonly ChatTurn[],
    options: {
      readonly tools: {
        type: 'function';
        function: { name: string; description: string; parameters: Readonly<Record<string, unknown>> };
      }[];
      readonly maxTokens: number;
      readonly signal: AbortSignal;
      readonly model?: string;
      readonly serverTools?: readonly WebSearch[];
    },
  ): { events(): AsyncIterable<StreamedEvent> };
}

/** A message; the model's own one of an interrupted reply is sent back as it came. */
type ChatTurn = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** Other events of a reply, such as reasoning, are ignored. */
interface StreamedEvent {
  readonly type: string;
  readonly text?: string;
  readonly call?: { readonly function: { readonly name: string; readonly arguments: string } };
  readonly response?: FinishedResponse;
}

interface FinishedResponse {
  readonly model?: string | undefined;
  readonly sources?: unknown;
  readonly finishReason?: string;
  readonly message?: unknown;
  readonly usage?: { readonly promptTokens?: number | undefined; readonly completionTokens?: number | undefined } | undefined;
}

/** Settings of an AI that chats. */
export interface AIChatOptions {
  /**
   * The most searches of the web in one reply, which the vendor of the AI makes; none by default. What is searched for, and so parts of an
   * unpublished text, leaves to the vendor's search engine.
   */
  readonly webSearches?: number | undefined;
}

/**
 * Creates a chat model from an AI. Nothing is retried.
 *
 * @example
 * database.ports.provide(contentChat, { model: createAIChatModel(await getAIAuto()) });
 */
export function createAIChatModel(ai: StreamingModel, { webSearches }: AIChatOptions = {}): ContentChatModel {
  return {
    async *reply({ system, messages, model, maxTokens, tools }, signal) {
      const named = model === undefined ? {} : { model };
      const options = { tools: tools.map(definitionOf), maxTokens, signal, ...named, ...webSearch(webSearches) };
      const turns: ChatTurn[] = [{ role: 'system', content: system }, ...messages];
      const parts: FinishedResponse[] = [];
      for (let round = 0; round <= MOST_CONTINUATIONS; round += 1) {
        let finished: FinishedResponse | undefined;
        for await (const { type, text, call, response } of ai.stream(turns, options).events()) {
          if (type === 'text' && text !== undefined) yield { text };
          else if (type === 'tool-call' && call) yield { toolCall: call.function };
          else if (type === 'finish' && response) finished = response;
        }
        if (!finished) return;
        parts.push(finished);
        if (finished.finishReason !== 'paused' || finished.message === undefined) break;
        turns.push(finished.message as ChatTurn);
      }
      yield { finish: finishOf(parts) };
    },
    searchesWeb: webSearches !== undefined && webSearches > 0,
  };
}

function definitionOf({ name, description, parameters }: ChatTool) {
  return { type: 'function' as const, function: { name, description, parameters } };
}

/** What a reply in one or several parts was made by, with what, and from what. */
function finishOf(parts: readonly FinishedResponse[]) {
  const usages = parts.map(({ usage }) => usage);
  const sum = (name: 'promptTokens' | 'completionTokens'): number => usages.reduce((total, usage) => total + (usage?.[name] ?? 0), 0);
  const isKnown = usages.every((usage) => usage?.promptTokens !== undefined && usage.completionTokens !== undefined);
  const usage = isKnown ? { inputTokens: sum('promptTokens'), outputTokens: sum('completionTokens') } : null;
  const sources = parts.flatMap((each) => (Array.isArray(each.sources) ? (each.sources as unknown[]) : []));
  return { model: parts.at(-1)?.model ?? null, usage, sources };
}
