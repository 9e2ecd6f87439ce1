import type { Clock } from '../clock/clock.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { parseEvents, type ServerEvent } from './parse-events.ts';

/** Options for reading events. */
export interface EventOptions {
  /** Continue after this event. */
  readonly lastEventId?: string;
  /** Ends the reading without an error. */
  readonly signal?: AbortSignal;
  /** Sent as a POST; the response is read once and never requested again, because the request has side effects. */
  readonly body?: unknown;
}

export interface EventConnectionOptions {
  readonly open: (init: RequestInit) => Promise<Response>;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly random: () => number;
}

const FIRST_WAIT_MILLISECONDS = 1000;
const MAX_WAIT_MILLISECONDS = 30_000;

/** A stream of events across reconnects. */
export class EventConnection {
  readonly #options: EventConnectionOptions;
  #firstWait = FIRST_WAIT_MILLISECONDS;

  constructor(options: EventConnectionOptions) {
    this.#options = options;
  }

  /**
   * Reads events until the signal aborts. After a broken connection or a server error it waits 1 to 30 seconds with jitter,
   * and continues after the last event that was read. Ends when the server has no more events (204).
   *
   * @throws ProblemError if the server refuses: 4xx except 408 and 429, and any failure if a body was sent
   */
  async *read({ lastEventId = '', signal, body }: EventOptions = {}): AsyncGenerator<ServerEvent, void> {
    let last = lastEventId;
    const isOver = (): boolean => signal?.aborted === true;
    for (let failures = 0; !isOver(); failures += 1) {
      try {
        const stream = await this.#open(last, signal, body);
        if (!stream) return;
        const events = parseEvents(stream, last, { retry: (milliseconds) => (this.#firstWait = milliseconds) });
        for await (const event of events) {
          failures = 0;
          last = event.id;
          yield event;
        }
        if (body !== undefined) return;
      } catch (error) {
        if (isOver()) return;
        if (body !== undefined || isFinal(error)) throw error;
      }
      await this.#wait(failures, signal);
    }
  }

  /** @returns undefined if the server has no more events: 204 tells clients not to connect again (HTML, server-sent events) */
  async #open(last: string, signal: AbortSignal | undefined, body: unknown): Promise<ReadableStream<Uint8Array> | undefined> {
    const headers: Record<string, string> = { ...this.#options.headers, accept: 'text/event-stream' };
    if (last !== '') headers['last-event-id'] = last;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await this.#options.open({
      method: body === undefined ? 'GET' : 'POST',
      headers,
      cache: 'no-store',
      ...(signal !== undefined && { signal }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status === 204) return undefined;
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith('text/event-stream') || response.body === null) {
      await response.body?.cancel();
      throw new ProblemError('not_ours', `The response is ${type === '' ? 'without a type' : type}, not an event stream.`, {
        status: response.status,
      });
    }
    return response.body;
  }

  /** Ends early without an error when the signal aborts. */
  async #wait(failures: number, signal: AbortSignal | undefined): Promise<void> {
    const { clock, random } = this.#options;
    const wait = Math.min(this.#firstWait * 2 ** Math.min(failures, 10), MAX_WAIT_MILLISECONDS);
    await clock.sleep(wait * (0.5 + random() / 2), signal).catch(() => undefined);
  }
}

function isFinal(error: unknown): boolean {
  if (!ProblemError.isInstance(error)) return error instanceof TypeError;
  const { status, code } = error;
  if (code === 'not_ours' && status === 200) return true;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
