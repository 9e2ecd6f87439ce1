import type { LanguageModelV4CallOptions, LanguageModelV4FilePart, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { toBase64 } from '../text/images.ts';

/** What differs between servers that speak chat completions. */
export interface ChatCompletionsStyle {
  /** How the output ceiling is called for a model. */
  ceilingName: 'max_tokens' | 'max_completion_tokens';
  systemRole: 'system' | 'developer';
  /** Sent with every request. */
  extra: Record<string, unknown>;
}

/** Makes the body of a chat completions request. What is undefined is left out by the serialiser. */
export function chatCompletionsBody(
  model: string,
  options: LanguageModelV4CallOptions,
  style: ChatCompletionsStyle,
  stream: boolean,
): Record<string, unknown> {
  const tools = options.tools?.flatMap((tool) => (tool.type === 'function' ? [tool] : []));
  const choice = options.toolChoice;
  return {
    model,
    [style.ceilingName]: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    frequency_penalty: options.frequencyPenalty,
    presence_penalty: options.presencePenalty,
    stop: options.stopSequences,
    seed: options.seed,
    response_format: options.responseFormat?.type === 'json' ? { type: 'json_object' } : undefined,
    ...style.extra,
    messages: toMessages(options.prompt, style.systemRole),
    tools: tools?.map(({ name, description, inputSchema, strict }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema, strict },
    })),
    tool_choice: choice?.type === 'tool' ? { type: 'function', function: { name: choice.toolName } } : choice?.type,
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
}

function toMessages(prompt: LanguageModelV4Prompt, systemRole: string): object[] {
  const messages: object[] = [];
  for (const message of prompt) {
    if (message.role === 'system') messages.push({ role: systemRole, content: message.content });
    else if (message.role === 'user') messages.push({ role: 'user', content: toUserContent(message.content) });
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

function toUserContent(content: Extract<LanguageModelV4Prompt[number], { role: 'user' }>['content']): unknown {
  const [only] = content;
  if (content.length === 1 && only?.type === 'text') return only.text;
  return content.map((part) =>
    part.type === 'text' ? { type: 'text', text: part.text } : { type: 'image_url', image_url: { url: imageUrl(part) } },
  );
}

function imageUrl({ data, mediaType }: LanguageModelV4FilePart): string {
  if (data.type === 'url') return data.url.href;
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
