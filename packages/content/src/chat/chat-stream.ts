import { answerHeaders, eventStream, listenerOf, type StreamEvent, StreamPlaces } from '@colophon/core/rest';
import type { Caller } from '@colophon/core';
import type { ContentChatMessage } from './chat-message.ts';
import { followReply, type ReplyEvent } from './follow-reply.ts';

/** The start of a stream, and its time limit. */
export interface ChatStreamParts {
  readonly request: Request;
  readonly caller: Caller;
  readonly message: ContentChatMessage;
  /** Sent first, if there are any: the stored messages. */
  readonly first?: { readonly userMessage: ContentChatMessage; readonly agentMessage: ContentChatMessage } | undefined;
  readonly offset: number;
  /** Whether the listener still has access. */
  readonly isAllowed: () => Promise<boolean>;
  /** Ends the stream when the server stops. */
  readonly closing: AbortSignal | undefined;
  readonly requestId: string | null;
  /** Milliseconds between two comments that keep the connection open; access is checked again each time. */
  readonly heartbeat: number | undefined;
  readonly onError: (error: unknown) => void;
}

const PLACES = new StreamPlaces({ each: 5, message: 'Too many streams of chats are open.', retryAfter: 5 });

/**
 * Streams a reply as server-sent events. Closing the connection ends the stream but not the reply.
 *
 * @throws ColophonError 429
 */
export function chatStream({ caller, requestId, ...parts }: ChatStreamParts): Response {
  return eventStream({
    ...parts,
    places: PLACES,
    who: listenerOf(caller),
    retry: 1000,
    headers: answerHeaders({ requestId }),
    events: (ended) => replyEvents(parts, ended),
  });
}

/** Requires that the caller can open another stream. @throws ColophonError 429 */
export function requireFreeStream(caller: Caller): void {
  PLACES.requireFree(listenerOf(caller));
}

async function* replyEvents(
  { message, first, offset }: Pick<ChatStreamParts, 'message' | 'first' | 'offset'>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  if (first) {
    const data = { userMessage: first.userMessage.toJSON(), agentMessage: first.agentMessage.toJSON() };
    yield { event: 'message', id: `${message.id}:0`, data };
  }
  let place = offset;
  for await (const reply of followReply(message.database, message.id, { offset, signal })) {
    const { type } = reply;
    if (type === 'delta') place = reply.offset + reply.text.length;
    yield { event: type, id: `${message.id}:${type === 'done' || type === 'error' ? 'end' : place}`, data: dataOf(reply) };
  }
}

function dataOf(event: ReplyEvent): unknown {
  switch (event.type) {
    case 'delta':
      return { messageId: event.messageId, offset: event.offset, text: event.text };
    case 'proposal':
      return event.proposal.toJSON();
    case 'done':
      return { message: event.message.toJSON(), usage: event.message.usage };
    case 'error':
      return { code: event.code, retryable: event.retryable, message: event.message.toJSON() };
  }
}
