import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { EventStreamDecoder } from '../../transport/event-stream.ts';
import { wireChatModel, type WireServer } from '../chat-model.ts';
import type { ChatModel } from '../part-stream.ts';
import { ChatCompletionsDecoder, readAnswer } from './answer.ts';
import { chatCompletionsRequest, usualStyle, type ChatCompletionsStyle } from './request.ts';

/** A server with the OpenAI wire. */
export interface CompatibleServer extends WireServer {
  baseUrl: string;
  /** Whether reasoning is kept in the message, because the server needs it back. */
  keepsReasoning?: boolean | undefined;
  style?: (model: string, options: LanguageModelV4CallOptions) => Partial<ChatCompletionsStyle>;
}

/** A chat model over our own implementation of the chat completions wire. */
export function chatCompletionsModel(server: CompatibleServer, model: string): ChatModel {
  const usual = { ...usualStyle, kind: server.kind };
  return wireChatModel({
    server,
    url: `${server.baseUrl}/chat/completions`,
    write: (options, stream) => chatCompletionsRequest(model, options, { ...usual, ...server.style?.(model, options) }, stream),
    read: (text) => readAnswer(text, server.kind, server.keepsReasoning),
    framing: () => new EventStreamDecoder(),
    decoder: () => new ChatCompletionsDecoder(server.kind, server.keepsReasoning),
  });
}
