import type { LanguageModelV4Content, LanguageModelV4FinishReason, SharedV4Warning } from '@ai-sdk/provider';
import { AIError, ContentFilterError } from '../errors/errors.ts';
import { MAX_PARTS, MAX_TOOL_CALLS } from '../limits/answer.ts';
import type { Message, ToolCall } from '../interface/messages.ts';
import type { AIResponse, AIWarning, FinishReason, TokenUsage } from '../interface/responses.ts';
import { storeReplay } from './replay.ts';
import { readSources } from './sources.ts';

const finishReasons: Record<LanguageModelV4FinishReason['unified'], FinishReason> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  error: 'other',
  interrupted: 'other',
  other: 'other',
};

/** How the Messages wire reports that it stopped in the middle of its own tools, to be asked to go on. */
const PAUSED = 'pause_turn';

/** A complete answer of a model. */
export interface ModelAnswer {
  content: readonly LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason | undefined;
  usage: TokenUsage | undefined;
  model: string | undefined;
  warnings?: readonly SharedV4Warning[];
}

/**
 * Converts a model's answer to an {@link AIResponse}.
 *
 * @throws ContentFilterError if the vendor blocked the answer and none of it was delivered; AIError `API_ERROR` if the vendor reports a
 * failure.
 */
export function toResponse(kind: string, answer: ModelAnswer): AIResponse {
  if (answer.content.length > MAX_PARTS) throw tooMany(kind, `${MAX_PARTS} parts`);
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
  if (toolCalls.length > MAX_TOOL_CALLS) throw tooMany(kind, `${MAX_TOOL_CALLS} tool calls`);
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
  const warnings = toWarnings(answer.warnings ?? []);
  const sources = readSources(answer.content);
  return {
    content,
    finishReason: toFinishReason(answer.finishReason, toolCalls.length > 0),
    message,
    ...(answer.model === undefined ? {} : { model: answer.model }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(answer.usage === undefined ? {} : { usage: answer.usage }),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(sources === undefined ? {} : { sources }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function toFinishReason(reason: LanguageModelV4FinishReason | undefined, hasCalls: boolean): FinishReason {
  if (reason?.raw === PAUSED) return 'paused';
  const unified = reason?.unified ?? 'other';
  return hasCalls && unified === 'stop' ? 'tool_calls' : finishReasons[unified];
}

/** Converts the warnings of the provider specification. */
export function toWarnings(warnings: readonly SharedV4Warning[]): AIWarning[] {
  return warnings.slice(0, 50).map((warning) => {
    if (warning.type === 'other') return { feature: 'other', message: warning.message };
    if (warning.type === 'deprecated') return { feature: warning.setting, message: warning.message };
    return { feature: warning.feature, message: warning.details ?? `${warning.feature} is not supported here and was omitted.` };
  });
}

function tooMany(kind: string, items: string): AIError {
  return new AIError(`${kind}: the response could not be parsed: it contains more than ${items}.`, {
    code: 'INVALID_RESPONSE',
    provider: kind,
  });
}
