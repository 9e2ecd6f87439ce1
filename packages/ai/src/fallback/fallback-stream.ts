import { AIError } from '../errors/errors.ts';
import type { AIStream, StreamEvent } from '../interface/responses.ts';
import { AnswerStream } from '../streams/answer-stream.ts';

/** A stream that falls back to the next provider until the first event was delivered. */
export class FallbackStream extends AnswerStream {
  #open: (index: number) => AIStream;
  #count: number;
  #may: (error: AIError) => boolean;
  #events: AsyncIterableIterator<StreamEvent>;
  #index = 0;
  #begun = false;

  constructor(open: (index: number) => AIStream, count: number, may: (error: AIError) => boolean) {
    super();
    this.#open = open;
    this.#count = count;
    this.#may = may;
    this.#events = open(0).events();
  }

  protected override async read(): Promise<StreamEvent | undefined> {
    for (;;) {
      try {
        const { done, value } = await this.#events.next();
        // Warnings are not part of the answer yet.
        this.#begun ||= done === true || value.type !== 'warnings';
        return done ? undefined : value;
      } catch (error) {
        const isLast = this.#index === this.#count - 1;
        if (this.#begun || isLast || !AIError.isInstance(error) || !this.#may(error)) throw error;
        this.#index += 1;
        this.#events = this.#open(this.#index).events();
      }
    }
  }

  protected override async leave(): Promise<void> {
    await this.#events.return?.();
  }
}
