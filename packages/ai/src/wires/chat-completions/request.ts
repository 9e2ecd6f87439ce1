import type { LanguageModelV4CallOptions, LanguageModelV4FilePart, LanguageModelV4Prompt, SharedV4Warning } from '@ai-sdk/provider';
import { notImplemented } from '../../errors/errors.ts';
import type { CacheControl } from '../../interface/messages.ts';
import { toBase64 } from '../../text/images.ts';
import { cacheOf } from '../cache-mark.ts';
import type { WireRequest } from '../chat-model.ts';
import { asTextFile, fileName } from '../files.ts';
import { isStrictSchema } from './strict-schema.ts';

/** What differs between servers that speak chat completions. */
export interface ChatCompletionsStyle {
  kind: string;
  /** How the output ceiling is called for a model. */
  ceilingName: 'max_tokens' | 'max_completion_tokens';
  systemRole: 'system' | 'developer';
  /** Whether the server passes marks of what is to be cached on to the vendor behind it. */
  marksCache: boolean;
  /** Sampling options that the model refuses, which are then left out with a warning. */
  refuses: readonly SamplingOption[];
}

/** An option that shapes how words are chosen. */
export type SamplingOption = 'temperature' | 'topP' | 'frequencyPenalty' | 'presencePenalty';

/** Makes the body of a chat completions request. What is undefined is left out by the serialiser. */
export function chatCompletionsRequest(
  model: string,
  options: LanguageModelV4CallOptions,
  style: ChatCompletionsStyle,
  stream: boolean,
): WireRequest {
  const warnings: SharedV4Warning[] = [];
  const sampling = (name: SamplingOption): number | undefined => {
    if (options[name] === undefined || !style.refuses.includes(name)) return options[name];
    warnings.push({ type: 'unsupported', feature: name, details: `${model} takes no ${name} while it reasons.` });
    return undefined;
  };
  if (options.topK !== undefined) warnings.push({ type: 'unsupported', feature: 'topK', details: 'This wire has no such option.' });
  const tools = options.tools?.flatMap((tool) => (tool.type === 'function' ? [tool] : []));
  const choice = options.toolChoice;
  const body = {
    ...options.providerOptions?.['wire'],
    model,
    [style.ceilingName]: options.maxOutputTokens,
    temperature: sampling('temperature'),
    top_p: sampling('topP'),
    frequency_penalty: sampling('frequencyPenalty'),
    presence_penalty: sampling('presencePenalty'),
    stop: options.stopSequences,
    seed: options.seed,
    response_format: toFormat(options.responseFormat),
    messages: toMessages(options.prompt, style),
    tools: tools?.map(({ name, description, inputSchema, strict }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema, strict },
    })),
    tool_choice: choice?.type === 'tool' ? { type: 'function', function: { name: choice.toolName } } : choice?.type,
    stream: stream ? true : undefined,
    stream_options: stream ? { include_usage: true } : undefined,
  };
  return { body, warnings };
}

function toFormat(format: LanguageModelV4CallOptions['responseFormat']): object | undefined {
  if (format?.type !== 'json') return undefined;
  if (format.schema === undefined) return { type: 'json_object' };
  const { schema, name = 'response', description } = format;
  return { type: 'json_schema', json_schema: { schema, strict: isStrictSchema(schema), name, description } };
}

function toMessages(prompt: LanguageModelV4Prompt, style: ChatCompletionsStyle): object[] {
  const messages: object[] = [];
  for (const message of prompt) {
    const mark = style.marksCache ? cacheOf(message.providerOptions) : undefined;
    if (message.role === 'system') {
      messages.push({ role: style.systemRole, content: mark === undefined ? message.content : withMark(message.content, mark) });
    } else if (message.role === 'user') messages.push({ role: 'user', content: toUserContent(message.content, style, mark) });
    else if (message.role === 'assistant') messages.push(toAssistant(message.content));
    else {
      for (const part of message.content) {
        if (part.type !== 'tool-result' || part.output.type !== 'text') continue;
        messages.push({ role: 'tool', tool_call_id: part.toolCallId, content: part.output.value });
      }
    }
  }
  return messages;
}

function toUserContent(
  content: Extract<LanguageModelV4Prompt[number], { role: 'user' }>['content'],
  style: ChatCompletionsStyle,
  mark: CacheControl | undefined,
): unknown {
  const [only] = content;
  const isMarked = style.marksCache && (mark !== undefined || content.some((part) => cacheOf(part.providerOptions) !== undefined));
  if (content.length === 1 && only?.type === 'text' && !isMarked) return only.text;
  return content.map((part, index) => {
    const made = part.type === 'text' ? { type: 'text', text: part.text } : toFilePart(part, index, style.kind);
    const own = isMarked ? (cacheOf(part.providerOptions) ?? (index === content.length - 1 ? mark : undefined)) : undefined;
    return own === undefined ? made : { ...made, cache_control: toCacheControl(own) };
  });
}

function withMark(text: string, mark: CacheControl): object[] {
  return [{ type: 'text', text, cache_control: toCacheControl(mark) }];
}

function toCacheControl({ ttl }: CacheControl): object {
  return { type: 'ephemeral', ...(ttl === '1h' ? { ttl } : {}) };
}

function toFilePart(part: LanguageModelV4FilePart, index: number, kind: string): object {
  const { data, mediaType } = part;
  if (mediaType.startsWith('image/')) {
    return { type: 'image_url', image_url: { url: data.type === 'url' ? data.url.href : dataUrl(part) } };
  }
  const text = asTextFile(part);
  if (text !== undefined) return { type: 'text', text };
  if (mediaType !== 'application/pdf') throw notImplemented(kind, `files of type ${mediaType}`);
  return { type: 'file', file: { filename: fileName(part, index), file_data: dataUrl(part) } };
}

function dataUrl({ data, mediaType }: LanguageModelV4FilePart): string {
  if (data.type !== 'data') return '';
  return `data:${mediaType};base64,${typeof data.data === 'string' ? data.data : toBase64(data.data)}`;
}

function toAssistant(content: Extract<LanguageModelV4Prompt[number], { role: 'assistant' }>['content']): object {
  let text = '';
  const calls: object[] = [];
  for (const part of content) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'tool-call') {
      calls.push({ id: part.toolCallId, type: 'function', function: { name: part.toolName, arguments: JSON.stringify(part.input) } });
    }
  }
  return calls.length === 0 ? { role: 'assistant', content: text } : { role: 'assistant', content: text || null, tool_calls: calls };
}
