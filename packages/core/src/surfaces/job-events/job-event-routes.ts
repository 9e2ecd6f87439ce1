import { Hono } from 'hono';
import { permits } from '../../objects/access.ts';
import { type Call, makeCall } from '../../callers/call.ts';
import type { Caller } from '../../callers/caller.ts';
import { ColophonError } from '../../errors/colophon-error.ts';
import { ForbiddenError, UnauthenticatedError } from '../../errors/errors.ts';
import { Job } from '../../jobs/job.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { withCall } from '../http/request-context.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { jobEvents } from './job-event-stream.ts';

export interface JobEventOptions extends SurfaceOptions {
  /** Ends every stream when the server stops. */
  readonly closing?: AbortSignal;
  /** Milliseconds between two comments that keep a connection open; default 15 seconds. */
  readonly heartbeat?: number;
}

const EVENT_HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' } as const;
const STREAMS_OF_ONE = 20;
const STREAMS = 2_000;

/**
 * `GET /` streams jobs as they change, as server-sent events; mount it at `/api/v1/jobs/events`, before the REST routes. Visibility is the
 * same as in the list of jobs.
 */
export function jobEventRoutes(options: JobEventOptions): Hono {
  const routes = new Hono();
  const open = new Map<string, number>();
  routes.get('/', (context) =>
    withCall(context.req.raw, options, async (call) => {
      checkAccess(call);
      const request = context.req.raw;
      // A stream that nobody reads would stay open forever.
      const body = request.method === 'HEAD' ? null : stream(request, call, options, open);
      return new Response(body, { headers: { ...EVENT_HEADERS, ...answerHeaders(call) } });
    }),
  );
  return routes;
}

function checkAccess({ caller }: Call): void {
  if (permits(Job.definition.options.access?.read ?? 'nobody', caller)) return;
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  throw new ForbiddenError('You are not allowed to list jobs.');
}

function stream(request: Request, call: Call, options: JobEventOptions, open: Map<string, number>): ReadableStream<Uint8Array> {
  const leave = enter(open, call.caller);
  request.signal.addEventListener('abort', leave, { once: true });
  const gone = new AbortController();
  const events = jobEvents({
    database: options.database,
    caller: () => sameCaller(request, call, options),
    after: eventId(request.headers.get('last-event-id')),
    ended: AbortSignal.any([gone.signal, request.signal, ...(options.closing ? [options.closing] : [])]),
    heartbeat: options.heartbeat ?? 15_000,
  });
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await nextOf(events, (error) => options.onError?.(error, call.requestId ?? ''));
        // A client that disconnected in the meantime gets nothing more.
        if (gone.signal.aborted) return;
        if (piece !== undefined) {
          controller.enqueue(encoder.encode(piece));
          return;
        }
        leave();
        controller.close();
      },
      async cancel() {
        gone.abort();
        leave();
        await events.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns the next chunk of a stream; undefined at its end or on failure: the client reconnects automatically, and then gets the error. */
async function nextOf(events: AsyncGenerator<string>, onError: (error: unknown) => void): Promise<string | undefined> {
  try {
    const { value, done } = await events.next();
    return done ? undefined : value;
  } catch (error) {
    onError(error);
    return undefined;
  }
}

/** Returns the caller who opened the stream with their current permissions, if their session or token is still valid. */
async function sameCaller(
  request: Request,
  { caller, requestId }: Call,
  { authenticate, now }: JobEventOptions,
): Promise<Call | undefined> {
  try {
    const current = await authenticate(request);
    const same = current.kind === caller.kind && current.id === caller.id && current.tenantId === caller.tenantId;
    return same ? makeCall({ caller: current, requestId, ...(now ? { now } : {}) }) : undefined;
  } catch (error) {
    if (error instanceof ColophonError && error.status < 500) return undefined;
    throw error;
  }
}

/** Registers a stream. @throws ColophonError 429 if there are too many @returns a function that unregisters it */
function enter(open: Map<string, number>, { kind, id }: Caller): () => void {
  const who = `${kind} ${id}`;
  const all = [...open.values()].reduce((sum, each) => sum + each, 0);
  const own = open.get(who) ?? 0;
  if (own >= STREAMS_OF_ONE || all >= STREAMS) {
    throw new ColophonError(429, 'too_many_streams', 'Too many job event streams are open.', {
      headers: { 'Retry-After': '10' },
      retryable: true,
    });
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

function eventId(header: string | null): number | undefined {
  return header !== null && /^\d{1,10}$/.test(header) ? Number(header) : undefined;
}
