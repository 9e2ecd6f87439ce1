import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import { invalidInput } from '../errors/errors.ts';
import type { ContentPart, JsonSchema, Message, ToolCall } from '../interface/messages.ts';
import type { ChatOptions, ProviderOptions, ToolChoice } from '../interface/options.ts';
import type { AssistantPart } from '../text/replay.ts';
import { isVendorName } from '../provider/check-provider-options.ts';

/** Converts a prompt of the provider specification to messages. */
export function fromPrompt(prompt: LanguageModelV4Prompt, kind: string): Message[] {
  return prompt.flatMap((message): Message[] => {
    if (message.role === 'system') return [{ role: 'system', content: message.content }];
    if (message.role === 'user') return [{ role: 'user', content: message.content.map(toPart) }];
    if (message.role === 'assistant') return [fromAssistant(message.content, kind)];
    return message.content.flatMap((part) =>
      part.type === 'tool-result'
        ? [{ role: 'tool' as const, toolCallId: part.toolCallId, name: part.toolName, content: toResult(part) }]
        : [],
    );
  });
}

/** Converts call options of the provider specification to those of this library. */
export function toChatOptions(call: LanguageModelV4CallOptions): ChatOptions {
  const format = call.responseFormat;
  const reasoning = call.reasoning;
  const effort = reasoning === 'provider-default' ? undefined : reasoning;
  const tools = (call.tools ?? []).map((tool) => {
    if (tool.type !== 'function') throw invalidInput(`The tool ${tool.name} belongs to a vendor; only function tools are supported.`);
    const { name, description, inputSchema, strict } = tool;
    const optionalFields = { ...(description === undefined ? {} : { description }), ...(strict === undefined ? {} : { strict }) };
    return { type: 'function' as const, function: { name, parameters: inputSchema as JsonSchema, ...optionalFields } };
  });
  const choice = toToolChoice(call.toolChoice);
  const options: { [Name in keyof ChatOptions]: ChatOptions[Name] | undefined } = {
    maxTokens: call.maxOutputTokens,
    temperature: call.temperature,
    topP: call.topP,
    topK: call.topK,
    stop: call.stopSequences,
    seed: call.seed,
    frequencyPenalty: call.frequencyPenalty,
    presencePenalty: call.presencePenalty,
    signal: call.abortSignal,
    headers: toHeaders(call.headers),
    providerOptions: ofKnownVendors(call.providerOptions),
    tools: tools.length === 0 ? undefined : tools,
    toolChoice: tools.length === 0 ? undefined : choice,
    reasoning: effort === undefined ? undefined : { effort },
    responseFormat:
      format?.type !== 'json'
        ? undefined
        : format.schema === undefined
          ? { type: 'json_object' }
          : { type: 'json_schema', schema: format.schema as JsonSchema },
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as ChatOptions;
}

/** The headers that are set; `undefined` if there are none. */
function toHeaders(headers: LanguageModelV4CallOptions['headers']): Record<string, string> | undefined {
  const entries = Object.entries(headers ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The AI SDK's functions pass the options of every vendor on; those of vendors that this library does not know are without effect there. */
function ofKnownVendors(options: LanguageModelV4CallOptions['providerOptions']): ProviderOptions | undefined {
  if (options === undefined) return undefined;
  return Object.fromEntries(Object.entries(options).filter(([name]) => isVendorName(name)));
}

function toToolChoice(choice: LanguageModelV4CallOptions['toolChoice']): ToolChoice | undefined {
  if (choice === undefined) return undefined;
  return choice.type === 'tool' ? { type: 'function', function: { name: choice.toolName } } : choice.type;
}

function toPart(part: Extract<LanguageModelV4Prompt[number], { role: 'user' }>['content'][number]): ContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { data } = part;
  if (data.type !== 'url' && data.type !== 'data') throw invalidInput('Only files given as data or as a URL are supported.');
  if (!part.mediaType.startsWith('image')) {
    const filename = part.filename === undefined ? {} : { filename: part.filename };
    return { type: 'file', data: data.type === 'url' ? data.url.href : data.data, mimeType: part.mediaType, ...filename };
  }
  if (data.type === 'url') return { type: 'image', image: data.url.href };
  return { type: 'image', image: data.data, ...(part.mediaType.includes('*') ? {} : { mimeType: part.mediaType }) };
}

function fromAssistant(content: readonly AssistantPart[], kind: string): Message {
  const toolCalls: ToolCall[] = [];
  let text = '';
  const parts = content.flatMap((part): object[] => {
    const metadata = part.providerOptions === undefined ? {} : { metadata: part.providerOptions };
    if (part.type === 'text') {
      text += part.text;
      return [{ type: 'text', text: part.text, ...metadata }];
    }
    if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...metadata }];
    if (part.type !== 'tool-call') return [];
    const input = JSON.stringify(part.input ?? {});
    toolCalls.push({ id: part.toolCallId, type: 'function', function: { name: part.toolName, arguments: input } });
    return [{ type: 'tool-call', toolCallId: part.toolCallId, toolName: part.toolName, input, ...metadata }];
  });
  const signed = content.some((part) => part.providerOptions !== undefined);
  return {
    role: 'assistant',
    content: text,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(signed ? { replay: { provider: kind, parts } } : {}),
  };
}

/** A result with pictures keeps them; every other one is a text. */
function toResult(part: LanguageModelV4ToolResultPart): string | ContentPart[] {
  const { output } = part;
  if (output.type !== 'content' || !output.value.some((entry) => entry.type === 'file' && entry.mediaType.startsWith('image')))
    return resultText(part);
  return output.value.map((entry): ContentPart => {
    if (entry.type === 'text') return { type: 'text', text: entry.text };
    if (entry.type === 'file') return toPart({ type: 'file', data: entry.data, mediaType: entry.mediaType });
    return { type: 'text', text: `[${entry.type}]` };
  });
}

function resultText(part: LanguageModelV4ToolResultPart): string {
  const { output } = part;
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  if (output.type === 'json' || output.type === 'error-json') return JSON.stringify(output.value);
  if (output.type === 'execution-denied') return output.reason ?? 'The tool was not allowed to run.';
  return output.value.map((entry) => (entry.type === 'text' ? entry.text : `[${entry.type}]`)).join('');
}
