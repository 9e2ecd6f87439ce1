import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { Call } from '../../callers/call.ts';
import { ColophonError } from '../../errors/colophon-error.ts';
import { UnauthenticatedError } from '../../errors/errors.ts';
import { FollowedResources } from './follow-resources.ts';
import type { McpOptions } from './mcp-options.ts';
import type { Resources } from './resources.ts';

const MOST_RESOURCES = 20;
const MOST_STREAMS = 4;

/** Whether a message asks for a stream of changes. */
export function isListen(
  message: unknown,
): message is { readonly params?: { readonly notifications?: { readonly resourceSubscriptions?: unknown } } } {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'subscriptions/listen';
}

/**
 * Serves streams of changes (`subscriptions/listen`), each with the events that its own caller may learn of. It ends when they lose access.
 *
 * @throws ColophonError 429 `too_many_streams`, 422 `too_many_resources`
 */
export function serveListen(resources: Resources, factory: McpServerFactory, options: McpOptions) {
  const open = new Map<string, number>();
  return async (request: Request, call: Call, parsedBody: Parameters<typeof isListen>[0]): Promise<Response> => {
    if (!isListen(parsedBody)) throw new TypeError('Only subscriptions are served here.');
    const asked = parsedBody.params?.notifications?.resourceSubscriptions;
    const uris = Array.isArray(asked) ? asked.filter((uri) => typeof uri === 'string') : [];
    if (uris.length > MOST_RESOURCES)
      throw new ColophonError(422, 'too_many_resources', `At most ${MOST_RESOURCES} resources can be followed in a stream.`);
    const { caller } = call;
    const who = caller.agent?.grantId ?? caller.id ?? call.address ?? '';
    const before = open.get(who) ?? 0;
    if (before >= MOST_STREAMS)
      throw new ColophonError(429, 'too_many_streams', `${MOST_STREAMS} streams are open already.`, { hint: 'Close one of them first.' });
    open.set(who, before + 1);
    const leave = (): void => {
      const left = (open.get(who) ?? 1) - 1;
      if (left > 0) open.set(who, left);
      else open.delete(who);
    };
    const callNow = async (): Promise<Call> => {
      const now = await options.authenticate(request);
      if (now.kind !== caller.kind || now.id !== caller.id || now.tenantId !== caller.tenantId) throw new UnauthenticatedError();
      return { ...call, caller: now };
    };
    const onError = (error: unknown): void => {
      if (!(error instanceof ColophonError)) options.onError?.(error, call.requestId ?? '');
    };
    const bus = new FollowedResources({ database: options.database, resources, uris, callNow, onError, end: () => void handler.close() });
    const handler = createMcpHandler(factory, { bus });
    const ended = AbortSignal.any([request.signal, ...(options.closing ? [options.closing] : [])]);
    ended.addEventListener('abort', () => void handler.close(), { once: true });
    const response = await handler.fetch(request, {
      parsedBody,
      authInfo: { token: '', clientId: caller.id ?? '', scopes: [], extra: { call } as unknown as Record<string, unknown> },
    });
    return new Response(untilEnd(response.body, leave), response);
  };
}

/** A body that says when it has ended, in whichever way. */
function untilEnd(body: Response['body'], ended: () => void): Response['body'] {
  if (!body) {
    ended();
    return body;
  }
  const reader = body.getReader();
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    ended();
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        over();
        controller.close();
      } catch (error) {
        over();
        controller.error(error);
      }
    },
    async cancel(reason) {
      over();
      await reader.cancel(reason);
    },
  });
}
