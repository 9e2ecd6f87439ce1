import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { AnswerDecoder, readAnswer } from './chat-completions-answer.ts';
import { chatCompletionsBody, type ChatCompletionsStyle } from './chat-completions-request.ts';
import { postJson } from './wire-post.ts';

/** A server that speaks chat completions. */
export interface ChatCompletionsServer {
  kind: string;
  baseUrl: string;
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
  style: (model: string, options: LanguageModelV4CallOptions) => ChatCompletionsStyle;
}

/**
 * A chat model over our own short reading of the chat completions wire, which takes a fraction of the time of a
 * general one. What needs the vendor's own translation (a JSON schema, sampling a model may not take) goes to the
 * vendor's package.
 */
export function chatCompletionsModel(
  server: ChatCompletionsServer,
  model: string,
  packaged: LanguageModelV4,
  needsPackage: (options: LanguageModelV4CallOptions) => boolean,
): LanguageModelV4 {
  const post = (options: LanguageModelV4CallOptions, stream: boolean): Promise<Response> =>
    postJson({
      fetch: server.fetch,
      url: `${server.baseUrl}/chat/completions`,
      headers: server.headers,
      body: chatCompletionsBody(model, options, server.style(model, options), stream),
      signal: options.abortSignal,
    });
  const hasSchema = (options: LanguageModelV4CallOptions): boolean =>
    options.responseFormat?.type === 'json' && options.responseFormat.schema !== undefined;
  return {
    specificationVersion: 'v4',
    provider: server.kind,
    modelId: model,
    supportedUrls: {},
    async doGenerate(options) {
      if (hasSchema(options) || needsPackage(options)) return packaged.doGenerate(options);
      return readAnswer(await (await post(options, false)).text(), server.kind);
    },
    async doStream(options) {
      if (hasSchema(options) || needsPackage(options)) return packaged.doStream(options);
      return { stream: toParts((await post(options, true)).body, server.kind) };
    },
  };
}

function toParts(body: ReadableStream<Uint8Array> | null, kind: string): ReadableStream<LanguageModelV4StreamPart> {
  const reader = (body ?? new Blob([]).stream()).getReader();
  const decoder = new AnswerDecoder(kind);
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read();
          const parts = done ? decoder.end() : decoder.push(value);
          for (const part of parts) controller.enqueue(part);
          if (done) return controller.close();
          if (parts.length > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
