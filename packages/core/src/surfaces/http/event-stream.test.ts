import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../errors/errors.ts';
import { eventStream, type EventStreamParts, type StreamEvent } from './event-stream.ts';
import { StreamPlaces } from './stream-places.ts';

const LIMITS = { each: 2, message: 'Too many streams.', retryAfter: 7 };
const request = (init: RequestInit = {}): Request => new Request('https://news.example/events', init);

/** Yields these events and then waits for the end. */
async function* open(ended: AbortSignal, ...events: StreamEvent[]): AsyncGenerator<StreamEvent> {
  yield* events;
  if (!ended.aborted) await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
}

const stream = (parts: Partial<EventStreamParts> = {}): Response =>
  eventStream({ request: request(), places: new StreamPlaces(LIMITS), who: 'user ann', events: (ended) => open(ended), ...parts });

/** Reads a stream piece by piece. */
function reader(response: Response): { readonly next: () => Promise<string | undefined>; readonly cancel: () => Promise<void> } {
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { next: async () => (await pieces?.read())?.value, cancel: async () => pieces?.cancel() };
}

async function rest(response: Response): Promise<string> {
  return response.text();
}

describe('an event stream', () => {
  it('sends events as clients parse them, and ends with them', async () => {
    const response = stream({
      headers: { 'X-Request-Id': 'r1' },
      events: async function* () {
        yield { id: '7' };
        yield { event: 'note', id: '8', data: { text: 'two\nlines' } };
        yield { data: 1 };
      },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-request-id': 'r1',
    });
    expect(await rest(response)).toBe('retry: 2000\n\nid: 7\n\nevent: note\nid: 8\ndata: {"text":"two\\nlines"}\n\ndata: 1\n\n');
  });

  it('asks for the next event only when the client has taken the last one', async () => {
    let asked = 0;
    const response = stream({
      events: async function* () {
        for (;;) yield { data: (asked += 1) };
      },
    });
    const { next, cancel } = reader(response);
    for (let count = 0; count < 5; count += 1) await next();
    await delay(20);
    // A transform between holds one, and the one being read.
    expect(asked).toBeLessThanOrEqual(6);
    await cancel();
  });

  it('is kept open by comments, each after access was checked, and ends when it is lost', async () => {
    let allowed = 2;
    const { next } = reader(stream({ heartbeat: 5, isAllowed: async () => (allowed -= 1) >= 0 }));
    expect([await next(), await next(), await next(), await next()]).toEqual(['retry: 2000\n\n', ':\n\n', ':\n\n', undefined]);
  });

  it('checks access also while events never cease, and sends none after it is lost', async () => {
    const response = stream({
      heartbeat: 5,
      isAllowed: () => Promise.resolve(false),
      events: async function* () {
        for (let data = 0; ; data += 1) {
          await delay(1);
          yield { data };
        }
      },
    });
    expect(await rest(response)).toMatch(/^retry: 2000\n\n(data: \d+\n\n)*$/);
  });

  it('ends when the server stops, and tells the client to come back soon', async () => {
    const closing = new AbortController();
    const { next } = reader(stream({ closing: closing.signal, events: (ended) => open(ended, { data: 1 }) }));
    expect([await next(), await next()]).toEqual(['retry: 2000\n\n', 'data: 1\n\n']);
    closing.abort();
    expect([await next(), await next()]).toEqual(['retry: 500\n\n', undefined]);
  });

  it('ends after its longest time', async () => {
    expect(await rest(stream({ longest: 1, heartbeat: 5 }))).toMatch(/^retry: 2000\n\n(:\n\n)?$/);
  });

  it('ends on a failure, which is reported unless it says that what is followed is gone', async () => {
    const errors: unknown[] = [];
    const failing = (error: Error): Promise<string> =>
      rest(
        stream({
          onError: (each) => errors.push(each),
          // eslint-disable-next-line require-yield -- it fails before
          events: async function* () {
            throw error;
          },
        }),
      );
    const fault = new Error('broken');
    expect([await failing(fault), await failing(new NotFoundError('Gone.'))]).toEqual(['retry: 2000\n\n', 'retry: 2000\n\n']);
    expect(errors).toEqual([fault]);
  });

  it('ends its events when it is cancelled, and frees its place once', async () => {
    const places = new StreamPlaces(LIMITS);
    const ends: AbortSignal[] = [];
    const events = (ended: AbortSignal): AsyncGenerator<StreamEvent> => {
      ends.push(ended);
      return open(ended);
    };
    const [first, second] = [reader(stream({ places, events })), reader(stream({ places, events }))];
    await Promise.all([first.next(), second.next()]);
    expect(() => stream({ places })).toThrow(expect.objectContaining({ status: 429, code: 'too_many_streams' }));
    expect(() => stream({ places, who: 'user ben' })).not.toThrow();
    await first.cancel();
    await first.cancel();
    expect(() => stream({ places })).not.toThrow();
    expect(() => stream({ places })).toThrow('Too many streams.');
    await second.cancel();
    expect(ends.every(({ aborted }) => aborted)).toBe(true);
  });

  it('frees the place of a client that disconnects before it has read anything', () => {
    const places = new StreamPlaces(LIMITS);
    const gone = new AbortController();
    for (let count = 0; count < 2; count += 1) stream({ places, request: request({ signal: gone.signal }) });
    expect(() => stream({ places })).toThrow('Too many streams.');
    gone.abort();
    expect(() => stream({ places })).not.toThrow();
  });

  it('answers HEAD with its headers, and counts nothing', () => {
    const places = new StreamPlaces({ ...LIMITS, all: 1 });
    for (let count = 0; count < 3; count += 1) {
      const { status, body } = stream({ places, request: request({ method: 'HEAD' }) });
      expect([status, body]).toEqual([200, null]);
    }
    stream({ places });
    expect(() => stream({ places, who: 'user ben' })).toThrow('Too many streams.');
  });
});
