import { AIError } from '../errors/errors.ts';
import type { Call } from '../provider/call.ts';

/** The part of its provider that a {@link SpeechStream} needs. */
export interface SpeechSource {
  begin(): Call;
  open(call: Call): Promise<Response>;
}

/** Audio as it is produced. Leaving the loop early aborts the request; nothing is sent before the first chunk is requested. */
export class SpeechStream implements AsyncIterableIterator<Uint8Array> {
  #source: SpeechSource;
  #call: Call | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #over = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: SpeechSource) {
    this.#source = source;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    // Concurrent reads run one after the other: the first opens the stream.
    const run = this.#last.then(() => this.#next());
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#over) return { done: true, value: undefined };
    try {
      const reader = this.#reader ?? (await this.#start());
      const { done, value } = await reader.read();
      if (!done) return { done: false, value };
      this.#call?.signal.throwIfAborted();
      this.#over = true;
      this.#call?.succeed();
      return { done: true, value: undefined };
    } catch (failure) {
      this.#over = true;
      void this.#reader?.cancel().catch(() => undefined);
      throw this.#call === undefined ? failure : this.#call.fail(failure);
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    if (!this.#over) {
      this.#over = true;
      this.#call?.leave();
      this.#call?.deadline.stop('left');
      void this.#reader?.cancel().catch(() => undefined);
    }
    return { done: true, value: undefined };
  }

  async #start(): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const call = this.#source.begin();
    this.#call = call;
    call.signal.addEventListener('abort', () => this.#onStop(call), { once: true });
    const response = await this.#source.open(call);
    if (response.body === null) {
      throw new AIError(`${call.settings.kind}: the response contains no audio.`, {
        code: 'INVALID_RESPONSE',
        provider: call.settings.kind,
      });
    }
    this.#reader = response.body.getReader();
    return this.#reader;
  }

  /** Ends the call even if its reader stopped reading. */
  #onStop(call: Call): void {
    if (this.#over) return;
    void this.#reader?.cancel().catch(() => undefined);
    call.fail(call.signal.reason);
  }
}
