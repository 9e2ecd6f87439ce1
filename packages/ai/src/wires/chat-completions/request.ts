import type { LanguageModelV4CallOptions, LanguageModelV4FilePart, LanguageModelV4Prompt, SharedV4Warning } from '@ai-sdk/provider';
import { toBase64 } from '../../bytes/base64.ts';
import { notImplemented } from '../../errors/errors.ts';
import type { CacheControl } from '../../interface/messages.ts';
import { cacheOf } from '../cache-mark.ts';
import type { WireRequest } from '../chat-model.ts';
import { asTextFile, fileName, resultPictures, resultText } from '../files.ts';
import { isStrictSchema, withoutLookaround } from '../../schemas/strict-schema.ts';

/** The differences between servers with the chat completions wire. */
export interface ChatCompletionsStyle {
  kind: string;
  /** The name of the output ceiling for a model. */
  ceilingName: 'max_tokens' | 'max_completion_tokens';
  systemRole: 'system' | 'developer';
  /** Whether the server passes cache marks on to the vendor behind it. */
  marksCache: boolean;
  /** Sampling options that the model rejects; they are left out with a warning. */
  refuses: readonly SamplingOption[];
  /** The name of the seed. */
  seedName: 'seed' | 'random_seed';
  /** The value for "some tool must be called". */
  anyTool: 'required' | 'any';
  /** Whether usage must be requested for a stream; other servers always send it and reject the option. */
  asksStreamUsage: boolean;
  /** How a PDF is sent. */
  documents: 'file' | 'document_url';
  /** The name under which the reasoning of earlier turns is sent back, for models that need it. */
  reasoningName: 'reasoning_content' | 'reasoning_details' | undefined;
}

/** The defaults of most servers. */
export const usualStyle: Omit<ChatCompletionsStyle, 'kind'> = {
  ceilingName: 'max_tokens',
  systemRole: 'system',
  marksCache: false,
  refuses: [],
  seedName: 'seed',
  anyTool: 'required',
  asksStreamUsage: true,
  documents: 'file',
  reasoningName: undefined,
};

/** A sampling option. */
export type SamplingOption = 'temperature' | 'topP' | 'frequencyPenalty' | 'presencePenalty';

/** Builds the body of a chat completions request. Undefined members are left out by the serializer. */
export function chatCompletionsRequest(
  model: string,
  options: LanguageModelV4CallOptions,
  style: ChatCompletionsStyle,
  stream: boolean,
): WireRequest {
  const warnings: SharedV4Warning[] = [];
  const sampling = (name: SamplingOption): number | undefined => {
    if (options[name] === undefined || !style.refuses.includes(name)) return options[name];
    warnings.push({ type: 'unsupported', feature: name, details: `${model} does not accept ${name} while it reasons.` });
    return undefined;
  };
  if (options.topK !== undefined) warnings.push({ type: 'unsupported', feature: 'topK', details: 'The API has no such option.' });
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
    [style.seedName]: options.seed,
    response_format: toFormat(options.responseFormat),
    messages: toMessages(options.prompt, style, isThinking(options)),
    tools: tools?.map(({ name, description, inputSchema, strict }) => ({
      type: 'function',
      function: { name, description, parameters: withoutLookaround(inputSchema), strict },
    })),
    tool_choice: toChoice(choice, style),
    stream: stream ? true : undefined,
    stream_options: stream && style.asksStreamUsage ? { include_usage: true } : undefined,
  };
  return { body, warnings };
}

function toChoice(choice: LanguageModelV4CallOptions['toolChoice'], style: ChatCompletionsStyle): unknown {
  if (choice?.type === 'tool') return { type: 'function', function: { name: choice.toolName } };
  return choice?.type === 'required' ? style.anyTool : choice?.type;
}

function toFormat(format: LanguageModelV4CallOptions['responseFormat']): object | undefined {
  if (format?.type !== 'json') return undefined;
  if (format.schema === undefined) return { type: 'json_object' };
  const { schema, name = 'response', description } = format;
  return { type: 'json_schema', json_schema: { schema, strict: isStrictSchema(schema), name, description } };
}

function toMessages(prompt: LanguageModelV4Prompt, style: ChatCompletionsStyle, thinks: boolean): object[] {
  const messages: object[] = [];
  for (const message of prompt) {
    const mark = style.marksCache ? cacheOf(message.providerOptions) : undefined;
    if (message.role === 'system') {
      messages.push({ role: style.systemRole, content: mark === undefined ? message.content : withMark(message.content, mark) });
    } else if (message.role === 'user') messages.push({ role: 'user', content: toUserContent(message.content, style, mark) });
    else if (message.role === 'assistant') messages.push(toAssistant(message.content, style, thinks));
    else {
      for (const part of message.content) {
        if (part.type === 'tool-result') messages.push({ role: 'tool', tool_call_id: part.toolCallId, content: resultText(part.output) });
      }
      const pictures = message.content.flatMap((part) => (part.type === 'tool-result' ? resultPictures(part.output) : []));
      // A result can only be a text on this wire, so its pictures follow as what the user shows.
      if (pictures.length > 0) {
        const shown = { type: 'text', text: 'The pictures of the results above:' };
        messages.push({ role: 'user', content: [shown, ...pictures.map((part, index) => toFilePart(part, index, style))] });
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
    const contentPart = part.type === 'text' ? { type: 'text', text: part.text } : toFilePart(part, index, style);
    const own = isMarked ? (cacheOf(part.providerOptions) ?? (index === content.length - 1 ? mark : undefined)) : undefined;
    return own === undefined ? contentPart : { ...contentPart, cache_control: toCacheControl(own) };
  });
}

function withMark(text: string, mark: CacheControl): object[] {
  return [{ type: 'text', text, cache_control: toCacheControl(mark) }];
}

function toCacheControl({ ttl }: CacheControl): object {
  return { type: 'ephemeral', ...(ttl === '1h' ? { ttl } : {}) };
}

/** The sounds that the wire takes, by their media type. */
const AUDIO_FORMATS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
};

function toFilePart(part: LanguageModelV4FilePart, index: number, { kind, documents }: ChatCompletionsStyle): object {
  const { data, mediaType } = part;
  if (mediaType.startsWith('image/')) {
    return { type: 'image_url', image_url: { url: data.type === 'url' ? data.url.href : dataUrl(part) } };
  }
  const text = asTextFile(part);
  if (text !== undefined) return { type: 'text', text };
  const format = AUDIO_FORMATS[mediaType];
  if (format !== undefined && data.type === 'data') return { type: 'input_audio', input_audio: { data: base64Of(part), format } };
  if (mediaType !== 'application/pdf') throw notImplemented(kind, `files of type ${mediaType}`);
  if (documents === 'document_url') return { type: 'document_url', document_url: dataUrl(part) };
  return { type: 'file', file: { filename: fileName(part, index), file_data: dataUrl(part) } };
}

function dataUrl({ data, mediaType }: LanguageModelV4FilePart): string {
  return data.type === 'data' ? `data:${mediaType};base64,${base64Of({ data })}` : '';
}

function base64Of({ data }: Pick<LanguageModelV4FilePart, 'data'>): string {
  if (data.type !== 'data') return '';
  return typeof data.data === 'string' ? data.data : toBase64(data.data);
}

type AssistantContent = Extract<LanguageModelV4Prompt[number], { role: 'assistant' }>['content'];

function toAssistant(content: AssistantContent, style: ChatCompletionsStyle, thinks: boolean): object {
  let text = '';
  const calls: object[] = [];
  for (const part of content) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'tool-call') {
      calls.push({ id: part.toolCallId, type: 'function', function: { name: part.toolName, arguments: JSON.stringify(part.input) } });
    }
  }
  const reasoning = toReasoning(content, style, thinks);
  if (calls.length === 0) return { role: 'assistant', content: text, ...reasoning };
  return { role: 'assistant', content: text || null, ...reasoning, tool_calls: calls };
}

/** The reasoning of an earlier turn, as the server sent it. A server that needs the text needs it on every turn while reasoning is on. */
function toReasoning(content: AssistantContent, { reasoningName }: ChatCompletionsStyle, thinks: boolean): object {
  if (reasoningName === undefined) return {};
  const parts = content.flatMap((part) => (part.type === 'reasoning' ? [part] : []));
  if (reasoningName === 'reasoning_content') {
    return parts.length === 0 && !thinks ? {} : { reasoning_content: parts.map((part) => part.text).join('') };
  }
  const details = parts.flatMap((part) => (part.providerOptions?.['wire']?.['details'] as unknown[] | undefined) ?? []);
  return details.length === 0 ? {} : { reasoning_details: details };
}

/** Whether the request enables reasoning. */
function isThinking({ providerOptions }: LanguageModelV4CallOptions): boolean {
  return (providerOptions?.['wire']?.['thinking'] as { type?: unknown } | undefined)?.type === 'enabled';
}
