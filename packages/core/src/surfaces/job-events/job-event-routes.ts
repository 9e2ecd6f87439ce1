import { Hono } from 'hono';
import { permits } from '../../objects/access.ts';
import type { Call } from '../../callers/call.ts';
import { ForbiddenError, UnauthenticatedError } from '../../errors/errors.ts';
import { Job } from '../../jobs/job.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { eventStream } from '../http/event-stream.ts';
import { withCall } from '../http/request-context.ts';
import { sameCaller } from '../http/same-caller.ts';
import { listenerOf, StreamPlaces } from '../http/stream-places.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { jobEvents } from './job-event-stream.ts';

export interface JobEventOptions extends SurfaceOptions {
  /** Ends every stream when the server stops. */
  readonly closing?: AbortSignal;
  /** Milliseconds between two comments that keep a connection open; default 15 seconds. */
  readonly heartbeat?: number;
}

/**
 * `GET /` streams jobs as they change, as server-sent events; mount it at `/api/v1/jobs/events`, before the REST routes. Visibility is the
 * same as in the list of jobs.
 */
export function jobEventRoutes(options: JobEventOptions): Hono {
  const routes = new Hono();
  const places = new StreamPlaces({ each: 20, all: 2_000, message: 'Too many job event streams are open.', retryAfter: 10 });
  routes.get('/', (context) =>
    withCall(context.req.raw, options, async (call) => {
      checkAccess(call);
      return stream(context.req.raw, call, options, places);
    }),
  );
  return routes;
}

function checkAccess({ caller }: Call): void {
  if (permits(Job.definition.options.access?.read ?? 'nobody', caller)) return;
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  throw new ForbiddenError('You are not allowed to list jobs.');
}

function stream(request: Request, call: Call, options: JobEventOptions, places: StreamPlaces): Response {
  const caller = (): Promise<Call | undefined> => sameCaller(request, call, options);
  const after = eventId(request.headers.get('last-event-id'));
  const { database, closing, heartbeat, onError } = options;
  return eventStream({
    request,
    places,
    who: listenerOf(call.caller),
    closing,
    heartbeat,
    headers: answerHeaders(call),
    isAllowed: async () => (await caller()) !== undefined,
    events: (ended) => jobEvents({ database, caller, after, ended }),
    onError: (error) => onError?.(error, call.requestId ?? ''),
  });
}

function eventId(header: string | null): number | undefined {
  return header !== null && /^\d{1,10}$/.test(header) ? Number(header) : undefined;
}
