import type {
  EmbeddingModelV4,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { toBase64 } from '../text/images.ts';
import { parseJson } from '../transport/http.ts';
import { readLines } from '../transport/lines.ts';
import { postJson } from './wire-post.ts';

/** Where a local server is and how it is reached. */
export interface LocalServer {
  baseUrl: string;
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
}

interface ChatReply {
  model?: string;
  message?: { content?: string; thinking?: string; tool_calls?: { function?: { name?: string; arguments?: unknown } }[] };
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
  error?: string;
}

const kind = 'local-server';

/** A chat model of a local server, over its native wire (`/api/chat`, NDJSON when streamed). */
export function localLanguageModel(server: LocalServer, model: string): LanguageModelV4 {
  const post = (options: LanguageModelV4CallOptions, stream: boolean): Promise<Response> =>
    postJson({ ...server, url: `${server.baseUrl}/api/chat`, body: chatBody(model, options, stream), signal: options.abortSignal });
  return {
    specificationVersion: 'v4',
    provider: kind,
    modelId: model,
    supportedUrls: {},
    async doGenerate(options) {
      const reply = readReply(await (await post(options, false)).text());
      if (reply.message === undefined) throw unreadable();
      return {
        content: toContent(reply),
        finishReason: toFinish(reply),
        usage: toUsage(reply),
        warnings: [],
        ...(reply.model === undefined ? {} : { response: { modelId: reply.model } }),
      };
    },
    async doStream(options) {
      const body = (await post(options, true)).body;
      if (body === null) throw unreadable();
      return { stream: toParts(body) };
    },
  };
}

/** An embedding model of a local server (`/api/embed`). */
export function localEmbeddingModel(server: LocalServer, model: string): EmbeddingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: kind,
    modelId: model,
    maxEmbeddingsPerCall: 256,
    supportsParallelCalls: false,
    async doEmbed({ values, dimensions, abortSignal }) {
      const body = { model, input: values, ...(dimensions === undefined ? {} : { dimensions }) };
      const response = await postJson({ ...server, url: `${server.baseUrl}/api/embed`, body, signal: abortSignal });
      const reply = parseJson(await response.text()) as { embeddings?: number[][]; prompt_eval_count?: number } | undefined;
      if (!Array.isArray(reply?.embeddings)) throw unreadable();
      const tokens = reply.prompt_eval_count;
      return { embeddings: reply.embeddings, warnings: [], ...(tokens === undefined ? {} : { usage: { tokens } }) };
    },
  };
}

function chatBody(model: string, options: LanguageModelV4CallOptions, stream: boolean): Record<string, unknown> {
  const format = options.responseFormat;
  const settings = {
    num_predict: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    stop: options.stopSequences,
    seed: options.seed,
    frequency_penalty: options.frequencyPenalty,
    presence_penalty: options.presencePenalty,
  };
  const tools =
    options.toolChoice?.type === 'none' ? [] : (options.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool] : []));
  return {
    model,
    messages: toMessages(options.prompt),
    stream,
    think: options.providerOptions?.['local']?.['think'] ?? false,
    options: settings,
    ...(format?.type === 'json' ? { format: format.schema ?? 'json' } : {}),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({
            type: 'function',
            function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
          })),
        }),
  };
}

function toMessages(prompt: LanguageModelV4Prompt): Record<string, unknown>[] {
  return prompt.flatMap((message): Record<string, unknown>[] => {
    if (message.role === 'system') return [{ role: 'system', content: message.content }];
    if (message.role === 'tool') {
      return message.content.flatMap((part) =>
        part.type === 'tool-result' && part.output.type === 'text'
          ? [{ role: 'tool', tool_name: part.toolName, content: part.output.value }]
          : [],
      );
    }
    const content = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
    const images = message.content.flatMap((part) =>
      part.type === 'file' && part.data.type === 'data' && typeof part.data.data !== 'string' ? [toBase64(part.data.data)] : [],
    );
    const calls = message.content.flatMap((part) =>
      part.type === 'tool-call' ? [{ function: { name: part.toolName, arguments: part.input } }] : [],
    );
    return [
      {
        role: message.role,
        content,
        ...(images.length === 0 ? {} : { images }),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      },
    ];
  });
}

function toParts(body: ReadableStream<Uint8Array>): ReadableStream<LanguageModelV4StreamPart> {
  const lines = readLines(body);
  let last: ChatReply = {};
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await lines.next();
          // The counts are on the last line; without it the answer was cut.
          if (done && last.done !== true) throw new AIError(`${kind}: the stream ended before the answer did.`, cutDetails);
          if (done) return controller.close();
          if (value.trim() === '') continue;
          last = readReply(value);
          const parts = lineParts(last);
          for (const part of parts) controller.enqueue(part);
          if (parts.length > 0) return;
        }
      },
      cancel: async () => {
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function lineParts(line: ChatReply): LanguageModelV4StreamPart[] {
  if (line.error !== undefined) return [{ type: 'error', error: { message: line.error } }];
  const parts: LanguageModelV4StreamPart[] = [];
  if (line.message?.thinking) parts.push({ type: 'reasoning-delta', id: '0', delta: line.message.thinking });
  if (line.message?.content) parts.push({ type: 'text-delta', id: '1', delta: line.message.content });
  parts.push(...toCalls(line));
  if (line.done !== true) return parts;
  if (line.model !== undefined) parts.push({ type: 'response-metadata', modelId: line.model });
  return [...parts, { type: 'finish', usage: toUsage(line), finishReason: toFinish(line) }];
}

const cutDetails = { code: 'NETWORK_ERROR', provider: kind, retryable: true } as const;

function readReply(text: string): ChatReply {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) throw unreadable();
  return value;
}

function toContent(reply: ChatReply): LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = [];
  if (reply.message?.thinking) content.push({ type: 'reasoning', text: reply.message.thinking });
  if (reply.message?.content) content.push({ type: 'text', text: reply.message.content });
  return [...content, ...toCalls(reply)];
}

/** The wire has no ids for tool calls; ours are unique, so that turns do not collide. */
function toCalls(reply: ChatReply): Extract<LanguageModelV4Content, { type: 'tool-call' }>[] {
  return (reply.message?.tool_calls ?? []).map((call) => ({
    type: 'tool-call',
    toolCallId: `call_${crypto.randomUUID()}`,
    toolName: call.function?.name ?? '',
    input: JSON.stringify(call.function?.arguments ?? {}),
  }));
}

function toFinish(reply: ChatReply): LanguageModelV4FinishReason {
  const calls = reply.message?.tool_calls?.length ?? 0;
  const unified = reply.done_reason === 'length' ? 'length' : calls > 0 ? 'tool-calls' : 'stop';
  return { unified, raw: reply.done_reason };
}

function toUsage(reply: ChatReply): LanguageModelV4Usage {
  return {
    inputTokens: { total: reply.prompt_eval_count, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: reply.eval_count, text: undefined, reasoning: undefined },
  };
}

function unreadable(): AIError {
  return new AIError(`${kind}: the answer could not be read.`, { code: 'INVALID_RESPONSE', provider: kind });
}
