import { type Call, ColophonError, NotFoundError, ValidationError } from '@colophon/core';
import { readJson, sameCaller, withCall } from '@colophon/core/rest';
import type { ContentRecord } from '../record/content-record.ts';
import type { Route, RouteOptions } from '../record/capability.ts';
import { readInput } from '../record/read-input.ts';
import { MessageInput } from './chat-inputs.ts';
import { type ContentChatMessage, ContentChatMessages } from './chat-message.ts';
import { type ChatPlace, chatPlace, requireThread } from './chat-place.ts';
import { chatStream, requireFreeStream } from './chat-stream.ts';
import type { ChatSettings } from './chat-settings.ts';
import { sendMessage } from './send-message.ts';

/** Provided by the host: the caller, and the model that answers them. */
export interface ChatRouteOptions extends RouteOptions {
  readonly chooseModel?: ChatSettings['chooseModel'];
  /** Milliseconds between two comments that keep a stream open; 15,000 by default. */
  readonly heartbeat?: number;
}

/**
 * The streaming endpoints of chat: messages sent with `Accept: text/event-stream`, and the events of a thread. All other endpoints
 * of chat return JSON from the operations; both use the same functions.
 */
export function contentChatRoutes(options: ChatRouteOptions): Route[] {
  const messages = '/contents/:id/chat/:threadId/messages';
  const follow: Route['handle'] = (request, { id = '', threadId = '' }) =>
    withCall(request, options, async (call) => followThread(request, await place(options, call, id), threadId, options));
  return [
    {
      method: 'POST',
      path: messages,
      under: 'api',
      handle: (request, { id = '', threadId = '' }) =>
        wantsStream(request)
          ? withCall(request, options, async (call) => send(request, await place(options, call, id), threadId, options))
          : undefined,
    },
    {
      method: 'GET',
      path: messages,
      under: 'api',
      handle: (request, parameters) => (wantsStream(request) ? follow(request, parameters) : undefined),
    },
    { method: 'GET', path: '/contents/:id/chat/:threadId/events', under: 'api', handle: follow },
  ];
}

function wantsStream(request: Request): boolean {
  return /\btext\/event-stream\b/i.test(request.headers.get('accept') ?? '');
}

async function place({ table, database }: ChatRouteOptions, call: Call, id: string): Promise<ChatPlace> {
  const Class = table.operation('contents.get')?.resource.collectionClass;
  const content = Class && ((await new Class(database, call).get(id)) as ContentRecord | undefined);
  if (!content) throw new NotFoundError(`There is no content ${id.slice(0, 200)}.`);
  return chatPlace(content, call);
}

async function send(request: Request, at: ChatPlace, threadId: string, options: ChatRouteOptions): Promise<Response> {
  const { call } = at;
  refuseIdempotencyKey(request);
  requireFreeStream(call.caller);
  const given = (await readJson(request, 2_000_000)) as object | undefined;
  await call.confirm?.();
  const input = readInput(MessageInput, { ...given, threadId });
  const { onError, chooseModel } = options;
  const sent = await sendMessage(at, input, {
    ...(chooseModel ? { chooseModel } : {}),
    onError: (error) => onError?.(error, call.requestId ?? ''),
  });
  return stream(request, at, options, { message: sent.agentMessage, first: sent, offset: 0 });
}

/** As in the operation: messages are stored only in the chat, so that erasing the chat erases them. */
function refuseIdempotencyKey({ headers }: Request): void {
  if (!headers.has('idempotency-key')) return;
  throw new ValidationError('Messages do not support Idempotency-Key, because replies are stored only in the chat.', {
    code: 'idempotency_not_offered',
    hint: 'Send it without the key; list the messages before you send it again.',
  });
}

async function followThread(request: Request, at: ChatPlace, threadId: string, options: ChatRouteOptions): Promise<Response> {
  await requireThread(at, threadId);
  if (request.method !== 'HEAD') requireFreeStream(at.call.caller);
  const messages = new ContentChatMessages(at.content.database);
  const known = /^([\w-]{1,100}):(\d{1,7}|end)$/.exec(request.headers.get('last-event-id') ?? '');
  if (known?.[1] !== undefined) {
    const message = await messages.get(known[1]);
    const isOfThread = message?.threadId === threadId && message.role === 'assistant';
    if (isOfThread && known[2] === 'end' && message.status !== 'streaming') return nothingIsSaid();
    if (isOfThread && known[2] !== 'end') return stream(request, at, options, { message, offset: Number(known[2]) });
  }
  const [last] = await messages.list({ where: { threadId } as never, orderBy: '-sequence', limit: 1 });
  if (last?.status !== 'streaming') return nothingIsSaid();
  return stream(request, at, options, { message: last, offset: 0 });
}

/** Event stream clients do not reconnect after this status. */
function nothingIsSaid(): Response {
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

interface Beginning {
  readonly message: ContentChatMessage;
  readonly first?: { readonly userMessage: ContentChatMessage; readonly agentMessage: ContentChatMessage };
  readonly offset: number;
}

function stream(request: Request, at: ChatPlace, options: ChatRouteOptions, beginning: Beginning): Response {
  const { caller, requestId } = at.call;
  const { heartbeat, closing, onError } = options;
  return chatStream({
    ...beginning,
    request,
    caller,
    requestId,
    heartbeat,
    closing,
    isAllowed: () => isAllowed(request, at, options),
    onError: (error) => onError?.(error, requestId ?? ''),
  });
}

/** Whether the session or token that opened the stream is still valid, and can still read the piece. */
async function isAllowed(request: Request, { call, content }: ChatPlace, options: ChatRouteOptions): Promise<boolean> {
  const current = await sameCaller(request, call, options);
  if (!current) return false;
  try {
    await place(options, current, content.id);
    return true;
  } catch (error) {
    if (error instanceof ColophonError && error.status < 500) return false;
    throw error;
  }
}
