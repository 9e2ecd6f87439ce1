import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { toHeaders } from '../chat-completions/model.ts';
import { decodeEvents } from '../decode.ts';
import { postJson } from '../post.ts';
import { MessagesDecoder, readMessage } from './answer.ts';
import { messagesRequest, type MessagesTraits } from './request.ts';

/** A server that speaks the Messages wire. */
export interface MessagesServer {
  kind: string;
  url: string;
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
  traits: (model: string) => MessagesTraits;
}

/** A chat model over our own reading of the Messages wire. */
export function messagesModel(server: MessagesServer, model: string): LanguageModelV4 {
  const open = async (options: LanguageModelV4CallOptions, stream: boolean) => {
    const { body, warnings } = messagesRequest(server.kind, model, options, server.traits(model), stream);
    const headers = { ...server.headers, ...toHeaders(options.headers) };
    return { warnings, response: await postJson({ fetch: server.fetch, url: server.url, headers, body, signal: options.abortSignal }) };
  };
  return {
    specificationVersion: 'v4',
    provider: server.kind,
    modelId: model,
    supportedUrls: {},
    async doGenerate(options) {
      const { response, warnings } = await open(options, false);
      return { ...readMessage(await response.text(), server.kind), warnings };
    },
    async doStream(options) {
      const { response, warnings } = await open(options, true);
      return { stream: decodeEvents(response.body, new MessagesDecoder(server.kind), server.kind, warnings) };
    },
  };
}
