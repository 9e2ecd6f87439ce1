import { AIError } from '../errors/errors.ts';
import type { AIResponse, AIStream, StreamEvent } from '../interface/responses.ts';

/** A stream that asks the next provider as long as nothing was given out. */
export class FallbackStream implements AIStream {
  #open: (index: number) => AIStream;
  #count: number;
  #may: (error: AIError) => boolean;
  #current: AIStream;
  #events: AsyncIterableIterator<StreamEvent>;
  #index = 0;
  #begun = false;
  #over = false;
  #asked = false;
  #last: Promise<unknown> = Promise.resolve();
  #ahead: StreamEvent[] = [];
  #settled = Promise.withResolvers<AIResponse>();

  constructor(open: (index: number) => AIStream, count: number, may: (error: AIError) => boolean) {
    this.#open = open;
    this.#count = count;
    this.#may = may;
    this.#current = open(0);
    this.#events = this.#current.events();
    this.#settled.promise.catch(() => undefined);
  }

  /** Waiting for it reads the answer, should nobody iterate. */
  get response(): Promise<AIResponse> {
    queueMicrotask(() => {
      if (!this.#asked) void this.#readAhead();
    });
    return this.#settled.promise;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    for (;;) {
      const { done, value } = await this.#next();
      if (done) return { done: true, value: undefined };
      if (value.type === 'text') return { done: false, value: value.text };
    }
  }

  async return(): Promise<IteratorResult<string>> {
    await this.#leave();
    return { done: true, value: undefined };
  }

  events(): AsyncIterableIterator<StreamEvent> {
    const iterator: AsyncIterableIterator<StreamEvent> = {
      [Symbol.asyncIterator]: () => iterator,
      next: () => this.#next(),
      return: async () => {
        await this.#leave();
        return { done: true, value: undefined };
      },
    };
    return iterator;
  }

  #next(): Promise<IteratorResult<StreamEvent>> {
    this.#asked = true;
    return this.#inTurn(() => {
      const ahead = this.#ahead.shift();
      return ahead === undefined ? this.#read() : Promise.resolve({ done: false, value: ahead });
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work);
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #readAhead(): Promise<void> {
    this.#asked = true;
    while (!this.#over) {
      await this.#inTurn(async () => {
        const result = await this.#read().catch(() => undefined);
        if (result !== undefined && !result.done) this.#ahead.push(result.value);
      });
    }
  }

  async #read(): Promise<IteratorResult<StreamEvent>> {
    if (this.#over) return { done: true, value: undefined };
    for (;;) {
      try {
        const result = await this.#events.next();
        this.#begun = true;
        if (result.done) this.#over = true;
        else if (result.value.type === 'finish') this.#settled.resolve(result.value.response);
        return result;
      } catch (error) {
        const isLast = this.#index === this.#count - 1;
        if (this.#begun || isLast || !AIError.isInstance(error) || !this.#may(error)) {
          this.#over = true;
          this.#settled.reject(error);
          throw error;
        }
        this.#index += 1;
        this.#current = this.#open(this.#index);
        this.#events = this.#current.events();
      }
    }
  }

  async #leave(): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    this.#asked = true;
    await this.#events.return?.();
    this.#settled.reject(new AIError('The stream was left before its end.', { code: 'AI_ABORTED' }));
  }
}
