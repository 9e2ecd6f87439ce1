import { ColophonError } from '../../errors/colophon-error.ts';
import type { StreamPlaces } from './stream-places.ts';

/** An event: its type, the id from which a client continues, and its data as JSON. One with an id alone moves the client's position. */
export interface StreamEvent {
  readonly event?: string;
  readonly id?: string;
  readonly data?: unknown;
}

export interface EventStreamParts {
  readonly request: Request;
  /** Where the stream is counted, and as whose. */
  readonly places: StreamPlaces;
  readonly who: string;
  /**
   * Yields the events. It is asked for the next one when the client has taken the last, so that nothing is buffered for a slow client, and
   * must end soon after `ended` is aborted.
   */
  readonly events: (ended: AbortSignal) => AsyncGenerator<StreamEvent>;
  /** Whether the listener still has access; asked at each heartbeat. Default: always. */
  readonly isAllowed?: () => Promise<boolean>;
  /** Ends the stream when the server stops. */
  readonly closing?: AbortSignal | undefined;
  /** Milliseconds between two comments that keep the connection open; default 15 seconds. */
  readonly heartbeat?: number | undefined;
  /** Milliseconds after which a client whose connection is cut connects again; default 2,000. */
  readonly retry?: number;
  /** Milliseconds after which the stream ends, for the client to connect again; by default it may go on for ever. */
  readonly longest?: number;
  /** More headers than those of every event stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with internal errors: the stream ends, and the client gets the error when it connects again. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' } as const;
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2_000;
/** After a stop of the server: another process, or the next one, takes the client. */
const RETRY_AFTER_CLOSING_MS = 500;

/**
 * Returns the response of an event stream (https://html.spec.whatwg.org/multipage/server-sent-events.html): counted from now until it ends,
 * kept open by comments, ended by the client, by a lost access, or when the server stops. A HEAD gets the headers alone.
 *
 * @throws ColophonError 429 `too_many_streams`
 */
export function eventStream(parts: EventStreamParts): Response {
  const headers = { ...HEADERS, ...parts.headers };
  const { request, closing } = parts;
  if (request.method === 'HEAD') return new Response(null, { headers });
  const leave = parts.places.enter(parts.who);
  const gone = new AbortController();
  const ended = AbortSignal.any([gone.signal, request.signal, ...(closing ? [closing] : [])]);
  // A client that disconnects before it has read anything.
  if (request.signal.aborted) leave();
  else request.signal.addEventListener('abort', leave, { once: true });
  const pieces = piecesOf(parts, ended);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await nextOf(pieces, parts.onError);
        if (gone.signal.aborted) return;
        if (piece !== undefined) return controller.enqueue(encoder.encode(piece));
        gone.abort();
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
  return new Response(body, { headers });
}

/** Returns the next piece; undefined at the end or on failure. That something is gone or forbidden by now is no fault. */
async function nextOf(pieces: AsyncGenerator<string>, onError: EventStreamParts['onError']): Promise<string | undefined> {
  try {
    const { value, done } = await pieces.next();
    return done ? undefined : value;
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) onError?.(error);
    return undefined;
  }
}

async function* piecesOf(parts: EventStreamParts, ended: AbortSignal): AsyncGenerator<string> {
  const { heartbeat = HEARTBEAT_MS, isAllowed = () => Promise.resolve(true), longest = Infinity } = parts;
  yield `retry: ${parts.retry ?? RETRY_MS}\n\n`;
  const over = new AbortController();
  const events = parts.events(AbortSignal.any([over.signal, ended]));
  const begun = performance.now();
  let asked = begun;
  try {
    let next: Promise<IteratorResult<StreamEvent>> | undefined;
    while (performance.now() - begun < longest) {
      next ??= events.next();
      const found = await within(next, Math.max(0, asked + heartbeat - performance.now()), ended);
      if (ended.aborted) break;
      if (performance.now() - asked >= heartbeat) {
        if (!(await isAllowed())) return;
        asked = performance.now();
        if (!found) yield ':\n\n';
      }
      if (!found) continue;
      if (found.done) return;
      yield textOf(found.value);
      next = undefined;
    }
    if (parts.closing?.aborted) yield `retry: ${RETRY_AFTER_CLOSING_MS}\n\n`;
  } finally {
    over.abort();
    // An event that was asked for and is not needed any more.
    events.return(undefined).catch(() => undefined);
  }
}

/** Waits for a value until the time is over or the stream has ended. */
async function within<T>(value: Promise<T>, milliseconds: number, ended: AbortSignal): Promise<T | undefined> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const patience = new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, milliseconds, undefined).unref();
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    ended.addEventListener('abort', () => resolve(undefined), { once: true, signal });
    if (ended.aborted) resolve(undefined);
  });
  return Promise.race([value, patience]).finally(() => waiting.abort());
}

function textOf({ event, id, data }: StreamEvent): string {
  const lines = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
  ];
  return `${lines.join('\n')}\n\n`;
}
