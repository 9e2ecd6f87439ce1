import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { decodeEvents } from '../decode.ts';
import { postJson } from '../post.ts';
import { ChatCompletionsDecoder, readAnswer } from './answer.ts';
import { chatCompletionsRequest, type ChatCompletionsStyle } from './request.ts';

/** A server that speaks the OpenAI wire. */
export interface CompatibleServer {
  kind: string;
  baseUrl: string;
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
  style?: (model: string, options: LanguageModelV4CallOptions) => Partial<ChatCompletionsStyle>;
}

/** A chat model over our own reading of the chat completions wire. */
export function chatCompletionsModel(server: CompatibleServer, model: string): LanguageModelV4 {
  const open = async (options: LanguageModelV4CallOptions, stream: boolean) => {
    const style = { kind: server.kind, ceilingName: 'max_tokens', systemRole: 'system', marksCache: false, refuses: [] } as const;
    const { body, warnings } = chatCompletionsRequest(model, options, { ...style, ...server.style?.(model, options) }, stream);
    const url = `${server.baseUrl}/chat/completions`;
    const headers = { ...server.headers, ...toHeaders(options.headers) };
    return { warnings, response: await postJson({ fetch: server.fetch, url, headers, body, signal: options.abortSignal }) };
  };
  return {
    specificationVersion: 'v4',
    provider: server.kind,
    modelId: model,
    supportedUrls: {},
    async doGenerate(options) {
      const { response, warnings } = await open(options, false);
      return { ...readAnswer(await response.text(), server.kind), warnings };
    },
    async doStream(options) {
      const { response, warnings } = await open(options, true);
      return { stream: decodeEvents(response.body, new ChatCompletionsDecoder(server.kind), server.kind, warnings) };
    },
  };
}

/** The headers of one call, without those that are not set. */
export function toHeaders(headers: LanguageModelV4CallOptions['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
