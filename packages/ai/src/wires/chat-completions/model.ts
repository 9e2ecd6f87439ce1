import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { EventStreamDecoder } from '../../transport/event-stream.ts';
import { wireChatModel, type WireServer } from '../chat-model.ts';
import type { ChatModel } from '../part-stream.ts';
import { ChatCompletionsDecoder, readAnswer } from './answer.ts';
import { chatCompletionsRequest, type ChatCompletionsStyle } from './request.ts';

/** A server that speaks the OpenAI wire. */
export interface CompatibleServer extends WireServer {
  baseUrl: string;
  style?: (model: string, options: LanguageModelV4CallOptions) => Partial<ChatCompletionsStyle>;
}

/** A chat model over our own reading of the chat completions wire. */
export function chatCompletionsModel(server: CompatibleServer, model: string): ChatModel {
  const usual = { kind: server.kind, ceilingName: 'max_tokens', systemRole: 'system', marksCache: false, refuses: [] } as const;
  return wireChatModel({
    server,
    url: `${server.baseUrl}/chat/completions`,
    write: (options, stream) => chatCompletionsRequest(model, options, { ...usual, ...server.style?.(model, options) }, stream),
    read: (text) => readAnswer(text, server.kind),
    framing: () => new EventStreamDecoder(),
    decoder: () => new ChatCompletionsDecoder(server.kind),
  });
}
