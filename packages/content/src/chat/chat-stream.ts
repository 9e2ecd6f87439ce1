import { type Caller, ColophonError } from '@colophon/core';
import { answerHeaders } from '@colophon/core/rest';
import type { ContentChatMessage } from './chat-message.ts';
import { followReply, type ReplyEvent } from './follow-reply.ts';

/** The start of a stream, and its time limit. */
export interface ChatStreamParts {
  readonly caller: Caller;
  readonly message: ContentChatMessage;
  /** Sent first, if there are any: the stored messages. */
  readonly first?: { readonly userMessage: ContentChatMessage; readonly agentMessage: ContentChatMessage } | undefined;
  readonly offset: number;
  /** Whether the listener still has access. */
  readonly isAllowed: () => Promise<boolean>;
  /** Ends the stream: the client disconnected, or the server is shutting down. */
  readonly ended: AbortSignal;
  readonly requestId: string | null;
  /** Milliseconds between two comments that keep the connection open; access is checked again each time. */
  readonly heartbeat: number;
  readonly onError: (error: unknown) => void;
}

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' } as const;
const STREAMS_OF_ONE = 5;
const open = new Map<string, number>();

/** Streams a reply as server-sent events. Closing the connection ends the stream but not the reply. */
export function chatStream(parts: ChatStreamParts): Response {
  const gone = new AbortController();
  const ended = AbortSignal.any([gone.signal, parts.ended]);
  const pieces = counted(parts, ended);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (gone.signal.aborted) return;
          if (!done) return controller.enqueue(encoder.encode(value));
        } catch (error) {
          parts.onError(error);
        }
        controller.close();
      },
      async cancel() {
        gone.abort();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...HEADERS, ...answerHeaders({ requestId: parts.requestId } as never) } });
}

/** A stream is counted from its first read until its end: one that nobody reads, such as the response to a HEAD, is not counted. */
async function* counted(parts: ChatStreamParts, ended: AbortSignal): AsyncGenerator<string> {
  // Others may have started since the check: clients that reconnect are counted again.
  if (isFull(parts.caller)) return;
  const leave = enter(parts.caller);
  try {
    yield* piecesOf(parts, ended);
  } finally {
    leave();
  }
}

async function* piecesOf({ message, first, offset, isAllowed, heartbeat }: ChatStreamParts, ended: AbortSignal): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  if (first)
    yield eventOf('message', `${message.id}:0`, { userMessage: first.userMessage.toJSON(), agentMessage: first.agentMessage.toJSON() });
  let place = offset;
  const events = followReply(message.database, message.id, { offset, signal: ended });
  let next = events.next();
  let asked = performance.now();
  for (;;) {
    const beat = new AbortController();
    const found = await Promise.race([next, timer(heartbeat, beat.signal)]).finally(() => beat.abort());
    if (ended.aborted) return;
    if (performance.now() - asked >= heartbeat || found === undefined) {
      if (!(await isAllowed())) return;
      asked = performance.now();
    }
    if (found === undefined) {
      yield ':\n\n';
      continue;
    }
    if (found.done) return;
    next = events.next();
    next.catch(() => undefined);
    if (found.value.type === 'delta') place = found.value.offset + found.value.text.length;
    const { type } = found.value;
    yield eventOf(type, type === 'done' || type === 'error' ? `${message.id}:end` : `${message.id}:${place}`, dataOf(found.value));
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

function eventOf(type: string, id: string, data: unknown): string {
  return `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

function timer(milliseconds: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(undefined), milliseconds).unref();
    signal.addEventListener('abort', () => clearTimeout(timeout), { once: true });
  });
}

function isFull({ kind, id }: Caller): boolean {
  return (open.get(`${kind} ${id}`) ?? 0) >= STREAMS_OF_ONE;
}

/** Requires that the caller can open another stream. @throws ColophonError 429 */
export function requireFreeStream(caller: Caller): void {
  if (!isFull(caller)) return;
  const headers = { 'Retry-After': '5' };
  throw new ColophonError(429, 'too_many_streams', 'Too many streams of chats are open.', { headers, retryable: true });
}

/** Counts a stream. @returns a function that stops counting it, once */
function enter({ kind, id }: Caller): () => void {
  const who = `${kind} ${id}`;
  open.set(who, (open.get(who) ?? 0) + 1);
  return () => {
    const count = (open.get(who) ?? 1) - 1;
    if (count === 0) open.delete(who);
    else open.set(who, count);
  };
}
