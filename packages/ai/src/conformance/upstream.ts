import { chatCompletionsShapes } from './chat-completions-shapes.ts';
import { habits } from './habits.ts';
import { messagesShapes } from './messages-shapes.ts';
import { mutate } from './mutate.ts';
import type { Shape } from './recorded.ts';
import type { ConformanceWire } from './types.ts';
import { plainStyle, writeReply, type WrittenReply } from './write-reply.ts';

/** The recorded shapes of a wire. */
export function shapesOf(wire: ConformanceWire): readonly Shape[] {
  return wire === 'messages' ? messagesShapes : chatCompletionsShapes;
}

/** The name of a model that answers with a shape, with a habit, or damaged by the mutation of a number. */
export function modelName(shape: string, variant?: string | number): string {
  return variant === undefined ? shape : `${shape}~${variant}`;
}

/** The reply that a model of {@link createUpstream} gives; `undefined` if there is no such model. */
function replyOf(wire: ConformanceWire, model: string, stream: boolean): WrittenReply | undefined {
  const [name, variant] = (model.split('/').at(-1) ?? '').split('~');
  const shape = shapesOf(wire).find(({ id }) => id === name);
  if (shape === undefined) return undefined;
  const reply = stream ? shape.stream : shape.plain;
  if (variant === undefined) return writeReply(reply, wire, plainStyle);
  if (/^\d+$/.test(variant)) return mutate(writeReply(reply, wire, plainStyle), Number(variant));
  const habit = habits.find(({ id }) => id === variant);
  if (habit === undefined) return undefined;
  return writeReply(habit.change?.(reply, shape) ?? reply, wire, { ...plainStyle, ...habit.style });
}

/**
 * Creates a vendor that answers with the recorded shapes: each model is one shape (`text`, `two-tools`, `rate-limit`), one shape with a habit
 * (`text~crlf`), or damaged (`text~17`). It is a `fetch`: pass it to a client, or serve it for a gateway; the path decides the wire
 * (`…/chat/completions`, `…/messages`), and what stands before a slash in the name of a model is ignored.
 *
 * @example
 * const upstream = createUpstream();
 * const serve = (request: Request) => upstream(request);
 */
export function createUpstream(): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const wire: ConformanceWire | undefined = pathname.endsWith('/messages')
      ? 'messages'
      : pathname.endsWith('/chat/completions')
        ? 'chat-completions'
        : undefined;
    if (wire === undefined) return Response.json({ error: { message: 'There is no such path.', code: 'not_found' } }, { status: 404 });
    const asked = await request.json().catch((): undefined => undefined);
    const { model, stream } = (typeof asked === 'object' && asked !== null ? asked : {}) as { model?: unknown; stream?: unknown };
    const reply = typeof model === 'string' ? replyOf(wire, model, stream === true) : undefined;
    if (reply === undefined)
      return Response.json({ error: { message: 'There is no such model.', code: 'model_not_found' } }, { status: 404 });
    return toResponse(reply);
  };
}

/** A response of a reply, whose pieces arrive one after the other. */
function toResponse({ status, headers, pieces, broken }: WrittenReply): Response {
  const waiting = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Pieces of one turn would arrive as one.
      await Promise.resolve();
      const piece = waiting.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (broken === true) controller.error(new TypeError('The connection was closed.'));
      else controller.close();
    },
  });
  return new Response(body, { status, headers });
}
