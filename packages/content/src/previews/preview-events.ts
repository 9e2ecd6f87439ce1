import { setTimeout as delay } from 'node:timers/promises';
import { ColophonError } from '@colophon/core';
import type { Preview } from './preview.ts';

/** Maximum number of streams per link; each polls the database. */
const MOST_STREAMS = 20;
const HEARTBEAT_MS = 15_000;
const LONGEST_MS = 3_600_000;

const open = new Map<string, number>();

export interface PreviewEventParts {
  readonly token: string;
  /** Returns what the link currently shows. @throws NotFoundError once it has ended */
  readonly look: () => Promise<Preview>;
  /** Milliseconds between two polls; default two seconds. */
  readonly every?: number | undefined;
  readonly closing: AbortSignal | undefined;
}

/**
 * Streams changes of a preview as server-sent events: `changed {rev}`. It ends with the link.
 *
 * @throws ColophonError 429 beyond 20 streams of a link
 */
export function previewEvents({ token, look, every = 2000, closing }: PreviewEventParts): Response {
  if ((open.get(token) ?? 0) >= MOST_STREAMS)
    throw new ColophonError(429, 'too_many_streams', 'Too many people are already following this preview.', {
      headers: { 'Retry-After': '30' },
    });
  const gone = new AbortController();
  const ended = closing ? AbortSignal.any([gone.signal, closing]) : gone.signal;
  const pieces = counted(token, changes(look, every, ended));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next().catch(() => ({ value: undefined, done: true }));
        if (gone.signal.aborted) return;
        if (done || value === undefined) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        gone.abort();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'Referrer-Policy': 'no-referrer',
    },
  });
}

async function* counted(token: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  open.set(token, (open.get(token) ?? 0) + 1);
  try {
    yield* pieces;
  } finally {
    const rest = (open.get(token) ?? 1) - 1;
    if (rest === 0) open.delete(token);
    else open.set(token, rest);
  }
}

async function* changes(look: () => Promise<Preview>, every: number, ended: AbortSignal): AsyncGenerator<string> {
  const begun = performance.now();
  let { state } = await look();
  let told = begun;
  yield 'retry: 5000\n\n';
  while (!ended.aborted && performance.now() - begun < LONGEST_MS) {
    await delay(every, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return;
    const now = await look();
    if (now.state !== state) {
      ({ state } = now);
      told = performance.now();
      yield `event: changed\ndata: ${JSON.stringify({ rev: now.rev })}\n\n`;
    } else if (performance.now() - told >= HEARTBEAT_MS) {
      told = performance.now();
      yield ':\n\n';
    }
  }
}
