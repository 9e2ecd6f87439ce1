import { EventStreamDecoder } from '../../transport/event-stream.ts';
import { wireChatModel, type WireServer } from '../chat-model.ts';
import type { ChatModel } from '../part-stream.ts';
import { MessagesDecoder, readMessage } from './answer.ts';
import { messagesRequest, type MessagesTraits } from './request.ts';

/** A server with the Messages wire. */
export interface MessagesServer extends WireServer {
  url: string;
  traits: (model: string) => MessagesTraits;
}

/** A chat model over our own implementation of the Messages wire. */
export function messagesModel(server: MessagesServer, model: string): ChatModel {
  return wireChatModel({
    server,
    url: server.url,
    write: (options, stream) => messagesRequest(server.kind, model, options, server.traits(model), stream),
    read: (text) => readMessage(text, server.kind),
    framing: () => new EventStreamDecoder(),
    decoder: () => new MessagesDecoder(server.kind),
  });
}
