import type { LanguageModelV4Content, LanguageModelV4FinishReason } from '@ai-sdk/provider';
import { AIError, ContentFilterError } from '../errors/errors.ts';
import type { Message, ToolCall } from '../interface/messages.ts';
import type { AIResponse, FinishReason, TokenUsage } from '../interface/responses.ts';
import { storeReplay } from './replay.ts';

const finishReasons: Record<LanguageModelV4FinishReason['unified'], FinishReason> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  error: 'other',
  interrupted: 'other',
  other: 'other',
};

/** What a model gave back, in one piece. */
export interface ModelAnswer {
  content: readonly LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason | undefined;
  usage: TokenUsage | undefined;
  model: string | undefined;
}

/**
 * Turns a model's answer into an {@link AIResponse}.
 *
 * @throws ContentFilterError when the vendor blocked the answer and nothing of it came through;
 * AIError `API_ERROR` when the vendor says that it failed.
 */
export function toResponse(kind: string, answer: ModelAnswer): AIResponse {
  let content = '';
  let reasoning = '';
  const toolCalls: ToolCall[] = [];
  for (const part of answer.content) {
    if (part.type === 'text') content += part.text;
    else if (part.type === 'reasoning') reasoning += part.text;
    else if (part.type === 'tool-call' && !part.providerExecuted) {
      toolCalls.push({ id: part.toolCallId, type: 'function', function: { name: part.toolName, arguments: part.input } });
    }
  }
  const unified = answer.finishReason?.unified ?? 'other';
  const empty = content === '' && toolCalls.length === 0;
  if (unified === 'content-filter' && empty) throw new ContentFilterError(`${kind}: the content was blocked.`, { provider: kind });
  if (unified === 'error' && empty) {
    throw new AIError(`${kind}: the provider ended the answer with an error.`, { code: 'API_ERROR', provider: kind, retryable: true });
  }
  const replay = storeReplay(kind, answer.content);
  const message: Message = {
    role: 'assistant',
    content,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(replay === undefined ? {} : { replay }),
  };
  return {
    content,
    finishReason: toolCalls.length > 0 && unified === 'stop' ? 'tool_calls' : finishReasons[unified],
    message,
    ...(answer.model === undefined ? {} : { model: answer.model }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(answer.usage === undefined ? {} : { usage: answer.usage }),
    ...(reasoning === '' ? {} : { reasoning }),
  };
}
