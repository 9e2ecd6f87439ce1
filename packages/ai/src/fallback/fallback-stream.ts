import { AIError } from '../errors/errors.ts';
import type { AIStream, StreamEvent } from '../interface/responses.ts';
import { AnswerStream } from '../streams/answer-stream.ts';

/** The providers of a chain, as a stream sees them. */
export interface StreamChain {
  /** How many there are. */
  count: number;
  open: (position: number) => AIStream;
  /** Tells that the provider at a position is asked; returns the milliseconds until its first event, `undefined` for any time. */
  begin: (position: number) => number | undefined;
  may: (error: AIError) => boolean;
  onOutcome: (position: number, outcome: 'succeeded' | 'left' | AIError) => void;
}

/** A stream that falls back to the next provider until the first event was delivered. */
export class FallbackStream extends AnswerStream {
  #chain: StreamChain;
  #events: AsyncIterableIterator<StreamEvent>;
  #position = 0;
  #begun = false;

  constructor(chain: StreamChain) {
    super();
    this.#chain = chain;
    this.#events = chain.open(0).events();
  }

  protected override async read(): Promise<StreamEvent | undefined> {
    const chain = this.#chain;
    for (;;) {
      try {
        const { done, value } = await this.#next();
        // Warnings are not part of the answer yet.
        const isContent = done === true || value.type !== 'warnings';
        if (isContent && !this.#begun) chain.onOutcome(this.#position, 'succeeded');
        this.#begun ||= isContent;
        return done ? undefined : value;
      } catch (error) {
        if (!this.#begun) chain.onOutcome(this.#position, AIError.isInstance(error) ? error : 'left');
        const isLast = this.#position === chain.count - 1;
        if (this.#begun || isLast || !AIError.isInstance(error) || !chain.may(error)) throw error;
        this.#position += 1;
        this.#events = chain.open(this.#position).events();
      }
    }
  }

  protected override async leave(): Promise<void> {
    if (!this.#begun) this.#chain.onOutcome(this.#position, 'left');
    await this.#events.return?.();
  }

  /** The next event; before the first one only as long as the provider may take. */
  async #next(): Promise<IteratorResult<StreamEvent>> {
    const patience = this.#begun ? undefined : this.#chain.begin(this.#position);
    const events = this.#events;
    if (patience === undefined) return events.next();
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new AIError(`The provider sent nothing within ${patience} ms.`, { code: 'AI_TIMEOUT', retryable: true }));
    }, patience);
    const reading = events.next();
    reading.catch(() => undefined);
    try {
      return await Promise.race([reading, promise]);
    } catch (failure) {
      void events.return?.();
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }
}
