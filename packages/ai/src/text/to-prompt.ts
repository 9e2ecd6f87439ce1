import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import { toBase64 } from '../bytes/base64.ts';
import { invalidInput } from '../errors/errors.ts';
import type { CacheControl, ContentPart, Message, ReplayParts, ToolCall } from '../interface/messages.ts';
import { cacheMark } from '../wires/cache-mark.ts';
import { asTextFile } from '../wires/files.ts';
import { fileText, readFilePart } from './files.ts';
import { MAX_IMAGE_BYTES, readImage } from './images.ts';
import { readArguments, replayParts, type AssistantPart } from './replay.ts';

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

/** Nothing is added to them: only calls with results are replayed. */
const noIds: ReadonlySet<string> = new Set();
const noNames = new Map<string, string>();

/** The input of {@link toPrompt}, apart from the messages. */
export interface PromptContext {
  kind: string;
  imageUrlOrigins: readonly string[];
  inlinesTextFiles: boolean;
}

/**
 * Converts messages to a prompt of the AI SDK provider specification.
 *
 * Tool calls are replayed only if a result answers them, consecutive results become one turn, and a result without a call becomes plain
 * text: vendors reject each of these otherwise.
 *
 * @throws AIError `INVALID_INPUT` naming the invalid message.
 */
export function toPrompt(messages: readonly Message[], context: PromptContext): LanguageModelV4Prompt {
  if (!Array.isArray(messages) || messages.length === 0) throw invalidInput('messages must be a list with at least one message.');
  const results = messages.filter(isToolResult);
  const answeredIds = results.length === 0 ? noIds : new Set(results.map(readCallId));
  const names = results.length === 0 ? noNames : new Map<string, string>();
  const prompt: LanguageModelV4Message[] = [];
  for (const [index, message] of messages.entries()) {
    const field = `messages[${index}]`;
    if (typeof message !== 'object' || message === null || !ROLES.includes(message.role)) {
      throw invalidInput(`${field}.role must be one of ${ROLES.join(', ')}.`);
    }
    if (message.role === 'system' || message.role === 'developer') {
      prompt.push({ role: 'system', content: plainText(message.content, field), ...marked(message.cacheControl) });
    } else if (message.role === 'user') {
      prompt.push({ role: 'user', content: userParts(message.content, field, context), ...marked(message.cacheControl) });
    } else if (message.role === 'assistant') {
      pushAssistant(prompt, message, field, context, answeredIds, names);
    } else {
      pushToolResult(prompt, message, field, context, names);
    }
  }
  return prompt;
}

/** Every text of the caller's, for keeping vendors' echoes out of errors. */
export function promptTexts(messages: readonly Message[]): string[] {
  return messages.flatMap((message) => {
    const texts = readCalls(message).map((call) => call.function.arguments);
    texts.push(...replayTexts(message));
    if (typeof message.content === 'string') return [...texts, message.content];
    return [...texts, ...(message.content ?? []).flatMap(partTexts)];
  });
}

function partTexts(part: ContentPart): string[] {
  if (part.type === 'text') return [part.text];
  return part.type === 'file' ? fileText(part) : [];
}

function replayTexts({ replay }: Message): string[] {
  return (replay?.parts ?? []).flatMap((part) => {
    const { text, input } = (part ?? {}) as { text?: unknown; input?: unknown };
    return [text, input].filter((value) => typeof value === 'string');
  });
}

/** Returns the tool calls of a message under either of their names. */
export function readCalls(message: Message): readonly ToolCall[] {
  return message.toolCalls ?? message.tool_calls ?? [];
}

function pushAssistant(
  prompt: LanguageModelV4Message[],
  message: Message,
  field: string,
  context: PromptContext,
  answeredIds: ReadonlySet<string>,
  names: Map<string, string>,
): void {
  const calls = checkCalls(message, field).filter((call) => answeredIds.has(call.id));
  for (const call of calls) names.set(call.id, call.function.name);
  const replayed = message.replay?.provider === context.kind ? readReplay(message.replay, answeredIds, field) : undefined;
  const content = replayed ?? [...textParts(message, field), ...calls.map(callPart)];
  if (content.length > 0) prompt.push({ role: 'assistant', content, ...marked(message.cacheControl) });
}

function checkCalls(message: Message, field: string): readonly ToolCall[] {
  const calls = readCalls(message);
  if (!Array.isArray(calls)) throw invalidInput(`${field}.toolCalls must be a list.`);
  for (const [index, call] of (calls as readonly ToolCall[]).entries()) {
    if (typeof call?.id === 'string' && typeof call.function?.name === 'string' && typeof call.function.arguments === 'string') continue;
    throw invalidInput(`${field}.toolCalls[${index}] must be {id, type: 'function', function: {name, arguments}}.`);
  }
  return calls;
}

function readReplay(replay: ReplayParts, answeredIds: ReadonlySet<string>, field: string): AssistantPart[] {
  try {
    return replayParts(replay, answeredIds);
  } catch {
    throw invalidInput(`${field}.replay must be the unchanged value of an earlier answer.`);
  }
}

function textParts(message: Message, field: string): AssistantPart[] {
  const text = plainText(message.content, field);
  return text === '' ? [] : [{ type: 'text', text }];
}

function callPart(call: ToolCall): AssistantPart {
  return { type: 'tool-call', toolCallId: call.id, toolName: call.function.name, input: readArguments(call.function.arguments) };
}

function marked(cacheControl: CacheControl | undefined): { providerOptions?: SharedV4ProviderOptions } {
  return cacheControl === undefined ? {} : { providerOptions: cacheMark(cacheControl) };
}

function pushToolResult(
  prompt: LanguageModelV4Prompt,
  message: Message,
  field: string,
  context: PromptContext,
  names: ReadonlyMap<string, string>,
): void {
  const id = readCallId(message);
  const toolName = names.get(id);
  if (toolName === undefined) {
    const heading = `Result of ${message.name ?? 'a tool'}: `;
    const content =
      typeof message.content === 'string'
        ? heading + message.content
        : [{ type: 'text' as const, text: heading }, ...(message.content ?? [])];
    prompt.push({ role: 'user', content: userParts(content, field, context) });
    return;
  }
  const output = toolOutput(message.content, field, context);
  const part: LanguageModelV4ToolResultPart = { type: 'tool-result', toolCallId: id, toolName, output };
  const last = prompt.at(-1);
  if (last?.role === 'tool') last.content.push(part);
  else prompt.push({ role: 'tool', content: [part] });
}

/** The result of a tool: a text, or texts and pictures. */
function toolOutput(content: Message['content'], field: string, context: PromptContext): LanguageModelV4ToolResultPart['output'] {
  const hasPictures = Array.isArray(content) && (content as readonly ContentPart[]).some((part) => part?.type !== 'text');
  if (!hasPictures) return { type: 'text', value: plainText(content, field) };
  const value = userParts(content, field, context).map((part, index) => {
    if (part.type === 'text') return { type: 'text' as const, text: part.text };
    const { data, mediaType } = part;
    const place = `${field}.content[${index}]`;
    if (data.type !== 'data' || !mediaType.startsWith('image/'))
      throw invalidInput(`${place} must be a text or the bytes of a picture: it is the result of a tool.`);
    if (data.data.length > MAX_IMAGE_BYTES) throw invalidInput(`${place} is larger than ${MAX_IMAGE_BYTES} bytes.`);
    // As text, since estimates of a prompt's size write it as JSON.
    const base64 = typeof data.data === 'string' ? data.data : toBase64(data.data);
    return { type: 'file' as const, data: { type: 'data' as const, data: base64 }, mediaType };
  });
  return { type: 'content', value };
}

function isToolResult(message: Message): boolean {
  return message?.role === 'tool' || message?.role === 'function';
}

function readCallId(message: Message): string {
  return message.toolCallId ?? message.tool_call_id ?? message.name ?? '';
}

function userParts(content: Message['content'], field: string, context: PromptContext): UserPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw invalidInput(`${field}.content must be text or a list of parts.`);
  return (content as readonly ContentPart[]).map((part, index) => userPart(part, `${field}.content[${index}]`, context));
}

function userPart(part: ContentPart, field: string, context: PromptContext): UserPart {
  if (part?.type === 'text' && typeof part.text === 'string') return { type: 'text', text: part.text, ...marked(part.cacheControl) };
  if (part?.type === 'image') return { ...imagePart(part.image, `${field}.image`, part.mimeType, context), ...marked(part.cacheControl) };
  if (part?.type === 'file') return filePart(part, `${field}.data`, context);
  if (part?.type === 'image_url') return imagePart(part.image_url?.url, `${field}.image_url.url`, undefined, context);
  throw invalidInput(`${field}.type must be 'text', 'image', 'image_url' or 'file'.`);
}

function imagePart(
  image: Uint8Array | string,
  field: string,
  mimeType: string | undefined,
  context: PromptContext,
): LanguageModelV4FilePart {
  const source = readImage(image, field, mimeType, context.imageUrlOrigins);
  return 'url' in source
    ? { type: 'file', data: { type: 'url', url: source.url }, mediaType: 'image/*' }
    : { type: 'file', data: { type: 'data', data: source.data }, mediaType: source.mimeType };
}

function filePart(part: Extract<ContentPart, { type: 'file' }>, field: string, context: PromptContext): UserPart {
  const source = readFilePart(part, field, context.imageUrlOrigins);
  const data = 'url' in source ? { type: 'url' as const, url: source.url } : { type: 'data' as const, data: source.data };
  const filename = typeof part.filename === 'string' ? { filename: part.filename.slice(0, 200) } : {};
  const made: LanguageModelV4FilePart = { type: 'file', data, mediaType: source.mimeType, ...filename, ...marked(part.cacheControl) };
  const text = context.inlinesTextFiles ? asTextFile(made) : undefined;
  return text === undefined ? made : { type: 'text', text, ...marked(part.cacheControl) };
}

function plainText(content: Message['content'], field: string): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) throw invalidInput(`${field}.content must be text.`);
  return (content as readonly ContentPart[])
    .map((part, index) => {
      if (part?.type !== 'text' || typeof part.text !== 'string')
        throw invalidInput(`${field}.content[${index}] must be text: only user messages can contain images and files.`);
      return part.text;
    })
    .join('');
}
