import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { fromBase64, toBase64 } from '../../bytes/base64.ts';
import { notImplemented } from '../../errors/errors.ts';
import type { JsonSchema } from '../../interface/messages.ts';
import { cacheOf } from '../cache-mark.ts';
import type { WireRequest } from '../chat-model.ts';
import { isTextType } from '../files.ts';
import { serverToolMembers } from './server-tools.ts';
import { describeLost } from '../../schemas/fitted-schema.ts';
import { toMessagesSchema } from '../../schemas/messages-schema.ts';

type Block = Record<string, unknown>;
type Message = LanguageModelV4Prompt[number];

/** The features of a model on the Messages wire. */
export interface MessagesTraits {
  /** Whether a schema can be enforced; otherwise the model receives it as an instruction. */
  nativeSchema: boolean;
  /** Whether it accepts `temperature`, `top_p` and `top_k`. */
  sampling: boolean;
}

/** Builds the body of a Messages request. Undefined members are left out by the serializer. */
export function messagesRequest(
  kind: string,
  model: string,
  options: LanguageModelV4CallOptions,
  traits: MessagesTraits,
  stream: boolean,
): WireRequest {
  const warnings: SharedV4Warning[] = [];
  const wireOptions = (options.providerOptions?.['wire'] ?? {}) as Block & { thinking?: Block; output_config?: Block };
  const thinks = wireOptions.thinking !== undefined && wireOptions.thinking['type'] !== 'disabled';
  const sampling = (name: 'temperature' | 'topP' | 'topK'): number | undefined => {
    if (options[name] === undefined || (traits.sampling && !thinks)) return options[name];
    warnings.push({ type: 'unsupported', feature: name, details: `${model} does not accept ${name}${thinks ? ' while it reasons' : ''}.` });
    return undefined;
  };
  for (const name of ['frequencyPenalty', 'presencePenalty', 'seed'] as const) {
    if (options[name] !== undefined) warnings.push({ type: 'unsupported', feature: name, details: 'The API has no such option.' });
  }
  const format = options.responseFormat?.type === 'json' ? options.responseFormat.schema : undefined;
  const fitted = format === undefined ? undefined : toMessagesSchema(format as JsonSchema);
  if (fitted !== undefined && traits.nativeSchema && fitted.lost.length > 0) {
    warnings.push({ type: 'unsupported', feature: 'responseFormat.schema', details: describeLost(fitted) });
  }
  const native = fitted?.isEnforced === true && traits.nativeSchema ? fitted.schema : undefined;
  const system = options.prompt.flatMap((message) => (message.role === 'system' ? [systemBlock(message)] : []));
  if (format !== undefined && native === undefined) {
    const text = `Answer with one JSON value that fits this JSON Schema and nothing else: no prose, no code fence.\n${JSON.stringify(format)}`;
    system.push({ type: 'text', text });
  }
  const config =
    native === undefined ? wireOptions.output_config : { ...wireOptions.output_config, format: { type: 'json_schema', schema: native } };
  const server = serverToolMembers(options.tools);
  const body = {
    ...wireOptions,
    model,
    max_tokens: options.maxOutputTokens,
    temperature: sampling('temperature'),
    top_p: sampling('topP'),
    top_k: sampling('topK'),
    stop_sequences: options.stopSequences,
    output_config: config,
    system: system.length === 0 ? undefined : system,
    messages: toTurns(options.prompt, kind),
    mcp_servers: server.servers,
    tools: toTools(options, server.tools),
    tool_choice: toChoice(options.toolChoice),
    stream: stream ? true : undefined,
  };
  return { body, warnings, ...(server.headers === undefined ? {} : { headers: server.headers }) };
}

function systemBlock(message: Extract<Message, { role: 'system' }>): Block {
  return { type: 'text', text: message.content, ...cacheControl(message.providerOptions) };
}

/** Consecutive turns of the same side are merged: the wire requires the sides to alternate. */
function toTurns(prompt: LanguageModelV4Prompt, kind: string): { role: string; content: Block[] }[] {
  const turns: { role: string; content: Block[] }[] = [];
  for (const message of prompt) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = toBlocks(message, kind);
    const mark = cacheControl(message.providerOptions);
    if (content.length > 0) Object.assign(content.at(-1) as Block, mark);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) turns.push({ role, content });
  }
  trimLastText(turns);
  return turns;
}

function toBlocks(message: Exclude<Message, { role: 'system' }>, kind: string): Block[] {
  if (message.role === 'user') {
    return message.content.map((part) => ({
      ...(part.type === 'text' ? { type: 'text', text: part.text } : fileBlock(part, kind)),
      ...cacheControl(part.providerOptions),
    }));
  }
  if (message.role === 'assistant') return message.content.flatMap(assistantBlock);
  return message.content.flatMap((part): Block[] => {
    if (part.type !== 'tool-result') return [];
    const content = resultContent(part.output, kind);
    return content === undefined ? [] : [{ type: 'tool_result', tool_use_id: part.toolCallId, content }];
  });
}

function resultContent(output: LanguageModelV4ToolResultPart['output'], kind: string): string | Block[] | undefined {
  if (output.type === 'text') return output.value;
  if (output.type !== 'content') return undefined;
  return output.value.flatMap((part): Block[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    return part.type === 'file' ? [fileBlock({ type: 'file', data: part.data, mediaType: part.mediaType }, kind)] : [];
  });
}

function assistantBlock(part: Extract<Message, { role: 'assistant' }>['content'][number]): Block[] {
  if (part.type === 'text') {
    const { citations } = (part.providerOptions?.['anthropic'] ?? {}) as { citations?: unknown };
    return part.text === '' ? [] : [{ type: 'text', text: part.text, ...(citations === undefined ? {} : { citations }) }];
  }
  if (part.type === 'custom') {
    const { block } = (part.providerOptions?.['anthropic'] ?? {}) as { block?: Block };
    return block === undefined ? [] : [block];
  }
  if (part.type === 'tool-call') return [{ type: 'tool_use', id: part.toolCallId, name: part.toolName, input: part.input }];
  if (part.type !== 'reasoning') return [];
  // Reasoning is sent back only if the vendor signed it.
  const { signature, redactedData } = (part.providerOptions?.['anthropic'] ?? {}) as { signature?: string; redactedData?: string };
  if (redactedData !== undefined) return [{ type: 'redacted_thinking', data: redactedData }];
  return signature === undefined ? [] : [{ type: 'thinking', thinking: part.text, signature }];
}

function fileBlock(part: LanguageModelV4FilePart, kind: string): Block {
  const { data, mediaType } = part;
  if (mediaType.startsWith('image/')) {
    return { type: 'image', source: data.type === 'url' ? { type: 'url', url: data.url.href } : base64Source(part) };
  }
  const title = part.filename === undefined ? {} : { title: part.filename };
  if (mediaType === 'application/pdf') {
    return { type: 'document', source: data.type === 'url' ? { type: 'url', url: data.url.href } : base64Source(part), ...title };
  }
  if (!isTextType(mediaType) || data.type !== 'data') throw notImplemented(kind, `files of type ${mediaType}`);
  const bytes = typeof data.data === 'string' ? fromBase64(data.data) : data.data;
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: new TextDecoder().decode(bytes) }, ...title };
}

function base64Source({ data, mediaType }: LanguageModelV4FilePart): Block {
  const bytes = data.type === 'data' ? data.data : '';
  return { type: 'base64', media_type: mediaType, data: typeof bytes === 'string' ? bytes : toBase64(bytes) };
}

/** The wire rejects a last turn of the assistant that ends with white space. */
function trimLastText(turns: { role: string; content: Block[] }[]): void {
  const last = turns.at(-1);
  const block = last?.role === 'assistant' ? last.content.at(-1) : undefined;
  if (block !== undefined && typeof block['text'] === 'string') block['text'] = block['text'].trimEnd();
}

function toTools({ tools }: LanguageModelV4CallOptions, serverTools: readonly Block[]): Block[] | undefined {
  const own = tools?.flatMap((tool) =>
    tool.type === 'function'
      ? [
          {
            name: tool.name,
            description: tool.description,
            input_schema: tool.inputSchema,
            strict: tool.strict,
            ...cacheControl(tool.providerOptions),
          },
        ]
      : [],
  );
  return own === undefined ? undefined : [...own, ...serverTools];
}

function toChoice(choice: LanguageModelV4CallOptions['toolChoice']): Block | undefined {
  if (choice === undefined) return undefined;
  if (choice.type === 'tool') return { type: 'tool', name: choice.toolName };
  return { type: choice.type === 'required' ? 'any' : choice.type };
}

function cacheControl(options: Parameters<typeof cacheOf>[0]): Block {
  const cache = cacheOf(options);
  if (cache === undefined) return {};
  return { cache_control: { type: 'ephemeral', ...(cache.ttl === undefined || cache.ttl === '5m' ? {} : { ttl: cache.ttl }) } };
}
