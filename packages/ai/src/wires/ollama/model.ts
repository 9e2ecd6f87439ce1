import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { parseJson } from '../../transport/http.ts';
import { LineDecoder } from '../../transport/lines.ts';
import { toHeaders, wireChatModel, type WireServer } from '../chat-model.ts';
import { isVector } from '../chat-completions/embeddings.ts';
import type { ChatModel } from '../part-stream.ts';
import { postJson } from '../post.ts';
import { asObject, unreadable } from '../reply.ts';
import { LineAnswerDecoder, readAnswer } from './answer.ts';
import { chatBody } from './request.ts';

/** The address of a local server and how it is reached. */
export interface LocalServer extends WireServer {
  baseUrl: string;
}

/** A chat model of a local server, over its native wire (`/api/chat`, one line of JSON per event). */
export function localLanguageModel(server: LocalServer, model: string): ChatModel {
  return wireChatModel({
    server,
    url: `${server.baseUrl}/api/chat`,
    write: (options, stream) => chatBody(model, options, stream),
    read: (text) => readAnswer(text, server.kind),
    framing: () => new LineDecoder(),
    decoder: () => new LineAnswerDecoder(server.kind),
  });
}

/** An embedding model of a local server (`/api/embed`). */
export function localEmbeddingModel(server: LocalServer, model: string): EmbeddingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: server.kind,
    modelId: model,
    maxEmbeddingsPerCall: 256,
    supportsParallelCalls: false,
    async doEmbed({ values, dimensions, abortSignal, headers, providerOptions }) {
      const body = { ...providerOptions?.['wire'], model, input: values, dimensions };
      const own = { ...server.headers, ...toHeaders(headers) };
      const reply = await postJson({ ...server, url: `${server.baseUrl}/api/embed`, headers: own, body, signal: abortSignal });
      const { embeddings, prompt_eval_count: tokens } = asObject(parseJson(await reply.text()));
      if (!Array.isArray(embeddings) || !embeddings.every(isVector)) throw unreadable(server.kind);
      return { embeddings, warnings: [], ...(typeof tokens === 'number' ? { usage: { tokens } } : {}) };
    },
  };
}
