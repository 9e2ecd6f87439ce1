import type {
  EmbeddingModelV4,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FilePart,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { AIError, notImplemented } from '../errors/errors.ts';
import { reportedFailure } from '../errors/reported-failure.ts';
import { MAX_IDENTIFIER } from '../limits/answer.ts';
import { toBase64 } from '../text/images.ts';
import { parseJson } from '../transport/http.ts';
import { readLines } from '../transport/lines.ts';
import { isVector } from './chat-completions/embeddings.ts';
import { cutOff } from './decode.ts';
import { asTextFile } from './files.ts';
import { postJson } from './post.ts';
import { readToolCalls } from './tool-call-deltas.ts';

/** Where a local server is and how it is reached. */
export interface LocalServer {
  baseUrl: string;
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
}

/** What a line may hold; none of it is believed before it is looked at. */
interface ChatReply {
  model?: unknown;
  message?: { content?: unknown; thinking?: unknown; tool_calls?: unknown } | null;
  done?: unknown;
  done_reason?: unknown;
  prompt_eval_count?: unknown;
  eval_count?: unknown;
  error?: unknown;
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
      if (reply.error) throw reportedFailure({ error: reply.error });
      if (typeof reply.message !== 'object' || reply.message === null) throw unreadable();
      return {
        content: toContent(reply),
        finishReason: toFinish(reply),
        usage: toUsage(reply),
        warnings: [],
        ...(typeof reply.model === 'string' ? { response: { modelId: reply.model } } : {}),
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
      const reply = parseJson(await response.text()) as { embeddings?: unknown; prompt_eval_count?: unknown } | undefined;
      const embeddings = reply?.embeddings;
      if (!Array.isArray(embeddings) || !embeddings.every(isVector)) throw unreadable();
      const tokens = reply?.prompt_eval_count;
      return { embeddings, warnings: [], ...(typeof tokens === 'number' ? { usage: { tokens } } : {}) };
    },
  };
}

function chatBody(model: string, options: LanguageModelV4CallOptions, stream: boolean): Record<string, unknown> {
  const format = options.responseFormat;
  const settings = {
    num_predict: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    top_k: options.topK,
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
    const content = message.content
      .flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'file' ? readTextFile(part) : []))
      .join('');
    const images = message.content.flatMap((part) => {
      if (part.type !== 'file' || !part.mediaType.startsWith('image/') || part.data.type !== 'data') return [];
      return [typeof part.data.data === 'string' ? part.data.data : toBase64(part.data.data)];
    });
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

/** The wire takes images; a text file is told as text. */
function readTextFile(part: LanguageModelV4FilePart): string[] {
  if (part.mediaType.startsWith('image/')) return [];
  const text = asTextFile(part);
  if (text === undefined) throw notImplemented(kind, `files of type ${part.mediaType}`);
  return [`\n${text}\n`];
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
          if (done && last.done !== true) throw cutOff(kind);
          if (done) return controller.close();
          if (value.trim() === '') continue;
          last = readReply(value);
          const parts = lineParts(last);
          for (const part of parts) controller.enqueue(part);
          if (last.done === true) {
            controller.close();
            void lines.return(undefined);
            return;
          }
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
  if (line.error) return [{ type: 'error', error: { error: line.error } }];
  const parts: LanguageModelV4StreamPart[] = [];
  const { thinking, content } = line.message ?? {};
  if (typeof thinking === 'string' && thinking !== '') parts.push({ type: 'reasoning-delta', id: '0', delta: thinking });
  if (typeof content === 'string' && content !== '') parts.push({ type: 'text-delta', id: '1', delta: content });
  parts.push(...toCalls(line));
  if (line.done !== true) return parts;
  if (typeof line.model === 'string') parts.push({ type: 'response-metadata', modelId: line.model });
  return [...parts, { type: 'finish', usage: toUsage(line), finishReason: toFinish(line) }];
}

function readReply(text: string): ChatReply {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) throw unreadable();
  return value;
}

function toContent(reply: ChatReply): LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = [];
  const { thinking, content: text } = reply.message ?? {};
  if (typeof thinking === 'string' && thinking !== '') content.push({ type: 'reasoning', text: thinking });
  if (typeof text === 'string' && text !== '') content.push({ type: 'text', text });
  return [...content, ...toCalls(reply)];
}

/** The wire has no ids for tool calls; ours are unique, so that turns do not collide. */
function toCalls(reply: ChatReply): Extract<LanguageModelV4Content, { type: 'tool-call' }>[] {
  const list = reply.message?.tool_calls;
  const withoutIds = Array.isArray(list) ? list.map((call: { function?: unknown } | null) => ({ function: call?.function })) : [];
  return readToolCalls(withoutIds, kind);
}

function toFinish(reply: ChatReply): LanguageModelV4FinishReason {
  const list = reply.message?.tool_calls;
  const raw = typeof reply.done_reason === 'string' ? reply.done_reason.slice(0, MAX_IDENTIFIER) : 'done';
  return { unified: raw === 'length' ? 'length' : Array.isArray(list) && list.length > 0 ? 'tool-calls' : 'stop', raw };
}

function toUsage(reply: ChatReply): LanguageModelV4Usage {
  const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
  return {
    inputTokens: { total: count(reply.prompt_eval_count), noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: count(reply.eval_count), text: undefined, reasoning: undefined },
  };
}

function unreadable(): AIError {
  return new AIError(`${kind}: the answer could not be read.`, { code: 'INVALID_RESPONSE', provider: kind });
}
