import { type Caller, ColophonError } from '@colophon/core';
import { answerHeaders } from '@colophon/core/rest';
import type { ContentChatMessage } from './chat-message.ts';
import { followReply, type ReplyEvent } from './follow-reply.ts';

/** Where a stream begins, and how long it may go on. */
export interface ChatStreamParts {
  readonly caller: Caller;
  readonly message: ContentChatMessage;
  /** Told first, where there is something: the rows of what was said. */
  readonly first?: { readonly userMessage: ContentChatMessage; readonly agentMessage: ContentChatMessage } | undefined;
  readonly offset: number;
  /** Whether whoever listens still may. */
  readonly isAllowed: () => Promise<boolean>;
  /** Ends the stream: the client has gone, or the server stops. */
  readonly ended: AbortSignal;
  readonly requestId: string | null;
  /** Milliseconds between two comments that keep the connection open; access is asked for again then. */
  readonly heartbeat: number;
  readonly onError: (error: unknown) => void;
}

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' } as const;
const STREAMS_OF_ONE = 5;
const open = new Map<string, number>();

/** Streams a reply as server-sent events. Closing the connection stops the stream, and not the reply. */
export function chatStream(parts: ChatStreamParts): Response {
  const leave = enter(parts.caller);
  const gone = new AbortController();
  const ended = AbortSignal.any([gone.signal, parts.ended]);
  const pieces = piecesOf(parts, ended);
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
        leave();
        controller.close();
      },
      async cancel() {
        gone.abort();
        leave();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...HEADERS, ...answerHeaders({ requestId: parts.requestId } as never) } });
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
    yield eventOf(found.value.type, `${message.id}:${place}`, dataOf(found.value));
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

/** Counts a stream in. @throws ColophonError 429 @returns what counts it out */
function enter({ kind, id }: Caller): () => void {
  const who = `${kind} ${id}`;
  const own = open.get(who) ?? 0;
  if (own >= STREAMS_OF_ONE) {
    const headers = { 'Retry-After': '5' };
    throw new ColophonError(429, 'too_many_streams', 'Too many streams of chats are open.', { headers, retryable: true });
  }
  open.set(who, own + 1);
  let left = false;
  return () => {
    if (left) return;
    left = true;
    const count = (open.get(who) ?? 1) - 1;
    if (count === 0) open.delete(who);
    else open.set(who, count);
  };
}
