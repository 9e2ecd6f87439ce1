import { AIError } from '../errors/errors.ts';
import type { AIResponse, AIStream, StreamEvent } from '../interface/responses.ts';

type Outcome = { response: AIResponse } | { error: unknown };

/**
 * The common part of every answer stream: concurrent reads run one after the other, awaiting `response` reads the stream if there is no
 * other reader, and leaving the loop early ends it. The source of the events is up to the subclass; see {@link AIStream}.
 */
export abstract class AnswerStream implements AIStream {
  #last: Promise<unknown> | undefined;
  /** Events that were read before they were requested. */
  #ahead: StreamEvent[] | undefined;
  #asked = false;
  #over = false;
  #outcome: Outcome | undefined;
  /** Created when `response` is first accessed; most callers only iterate. */
  #waiting: PromiseWithResolvers<AIResponse> | undefined;

  /** Reads the next event; `undefined` at the end. Never called concurrently, nor after the end. */
  protected abstract read(): Promise<StreamEvent | undefined>;

  /** Releases the source of the events. */
  protected abstract leave(): void | Promise<void>;

  /** Events to emit after a text event, such as the partial object. */
  protected after(_event: StreamEvent): readonly StreamEvent[] {
    return [];
  }

  protected get isOver(): boolean {
    return this.#over;
  }

  /** Accessing it starts reading the answer if there is no other reader. */
  get response(): Promise<AIResponse> {
    if (!this.#asked) {
      // A loop that starts in the same tick reads the events itself.
      queueMicrotask(() => {
        if (!this.#asked) void this.#readAhead();
      });
    }
    if (this.#waiting === undefined) {
      this.#waiting = Promise.withResolvers<AIResponse>();
      // A caller who only iterates must not get an unhandled rejection as well.
      this.#waiting.promise.catch(() => undefined);
      if (this.#outcome !== undefined) pass(this.#outcome, this.#waiting);
    }
    return this.#waiting.promise;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    for (;;) {
      const event = await this.#event();
      if (event === undefined) return { done: true, value: undefined };
      if (event.type === 'text') return { done: false, value: event.text };
    }
  }

  async return(): Promise<IteratorResult<string>> {
    await this.#leave();
    return { done: true, value: undefined };
  }

  events(): AsyncIterableIterator<StreamEvent> {
    const pending: StreamEvent[] = [];
    const iterator: AsyncIterableIterator<StreamEvent> = {
      [Symbol.asyncIterator]: () => iterator,
      next: async () => {
        const event = pending.shift() ?? (await this.#event());
        if (event === undefined) return { done: true, value: undefined };
        if (event.type === 'text') pending.push(...this.after(event));
        return { done: false, value: event };
      },
      return: async () => {
        await this.#leave();
        return { done: true, value: undefined };
      },
    };
    return iterator;
  }

  /** Settles the response with a failure; the first outcome stays. */
  protected reject(error: unknown): void {
    this.#settle({ error });
  }

  #settle(outcome: Outcome): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    if (this.#waiting !== undefined) pass(outcome, this.#waiting);
  }

  #event(): Promise<StreamEvent | undefined> {
    this.#asked = true;
    return this.#inTurn(() => {
      const ahead = this.#ahead?.shift();
      return ahead === undefined ? this.#advance() : Promise.resolve(ahead);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last === undefined ? work() : this.#last.then(work);
    const settled = run.catch(() => undefined);
    this.#last = settled;
    void settled.then(() => {
      if (this.#last === settled) this.#last = undefined;
    });
    return run;
  }

  async #advance(): Promise<StreamEvent | undefined> {
    if (this.#over) return undefined;
    try {
      const event = await this.read();
      if (event === undefined || event.type === 'finish') this.#over = true;
      if (event?.type === 'finish') this.#settle({ response: event.response });
      return event;
    } catch (error) {
      this.#over = true;
      this.#settle({ error });
      throw error;
    }
  }

  async #readAhead(): Promise<void> {
    this.#asked = true;
    while (!this.#over) {
      await this.#inTurn(async () => {
        // A failure also rejects the response.
        const event = await this.#advance().catch(() => undefined);
        if (event !== undefined) (this.#ahead ??= []).push(event);
      });
    }
  }

  async #leave(): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    this.#asked = true;
    await this.leave();
    this.#settle({ error: new AIError('The stream was abandoned before its end.', { code: 'AI_ABORTED' }) });
  }
}

function pass(outcome: Outcome, waiting: PromiseWithResolvers<AIResponse>): void {
  if ('response' in outcome) waiting.resolve(outcome.response);
  else waiting.reject(outcome.error);
}
