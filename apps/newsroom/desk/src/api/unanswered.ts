import { type Intent, newIntent, ProblemError } from '@colophon/client';

/** The parts of a request by which it is recognized when it is made again. */
interface Said {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: number | undefined;
}

/** Requests without an answer that are remembered at once. */
const MOST = 20;

/**
 * The intents of requests whose outcome is unknown. Somebody who presses a button again because no answer came means the same work: the
 * same request carries the same intent until it is answered, so that the server does it once. After an answer it is another intent.
 */
export class Unanswered {
  readonly #intents = new Map<string, Intent>();

  /** Sends a request with the intent of the same one before, if that had no answer, else with a new one. */
  async send<Value>(path: string, said: Said | undefined, send: (intent: Intent) => Promise<Value>): Promise<Value> {
    const request = JSON.stringify([path, said?.path, said?.query, said?.ifMatch, recognized(said?.body)]);
    const intent = this.#intents.get(request) ?? newIntent();
    this.#intents.set(request, intent);
    try {
      const value = await send(intent);
      this.#intents.delete(request);
      return value;
    } catch (error) {
      if (isAnswer(error)) this.#intents.delete(request);
      else this.#forgetOldest();
      throw error;
    }
  }

  #forgetOldest(): void {
    for (const request of [...this.#intents.keys()].slice(0, -MOST)) this.#intents.delete(request);
  }
}

/** Whether the server has decided; a broken connection, an error of the server, and a request still running leave it open. */
function isAnswer(error: unknown): boolean {
  return ProblemError.isInstance(error) && error.status >= 400 && error.status < 500 && !error.retryable;
}

/** A form is recognized by its fields and files. If the bytes of a file differ nevertheless, the server refuses the intent. */
function recognized(body: unknown): unknown {
  if (!(body instanceof FormData)) return body;
  return [...body].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.type, value.lastModified],
  );
}
