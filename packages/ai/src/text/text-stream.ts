import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { errorFromStreamPart } from '../errors/from-failure.ts';
import type { AIResponse, AIStream } from '../interface/responses.ts';
import type { Call } from '../provider/call.ts';
import { PartCollector } from './collector.ts';

/** What a {@link TextStream} needs from the provider it belongs to. */
export interface StreamSource {
  begin(): Call;
  /** Validates, then opens the stream. */
  open(call: Call): Promise<ReadableStream<LanguageModelV4StreamPart>>;
  /** Makes the whole answer once the stream is over. */
  close(call: Call, parts: PartCollector): Promise<AIResponse>;
  idleTimeout: number | undefined;
}

/** The chunks of one answer, read as they are asked for; see {@link AIStream}. */
export class TextStream implements AIStream {
  readonly response: Promise<AIResponse>;
  #source: StreamSource;
  #call: Call | undefined;
  #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  #parts = new PartCollector();
  #settle: { resolve: (value: AIResponse) => void; reject: (error: unknown) => void };
  #idle: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(source: StreamSource) {
    this.#source = source;
    const { promise, resolve, reject } = Promise.withResolvers<AIResponse>();
    // Whoever only iterates must not be told of an unhandled rejection besides.
    promise.catch(() => undefined);
    this.response = promise;
    this.#settle = { resolve, reject };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#over) return { done: true, value: undefined };
    try {
      const reader = this.#reader ?? (await this.#start());
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return await this.#finish();
        this.#watchIdle();
        if (value.type === 'error') throw errorFromStreamPart(value.error, (this.#call as Call).failure);
        this.#parts.add(value);
        if (value.type === 'text-delta' && value.delta !== '') return { done: false, value: value.delta };
      }
    } catch (failure) {
      throw this.#fail(failure);
    }
  }

  async return(): Promise<IteratorResult<string>> {
    if (!this.#over) {
      this.#over = true;
      clearTimeout(this.#idle);
      this.#noteUsage();
      const call = this.#call;
      call?.leave();
      call?.deadline.stop('left');
      void this.#reader?.cancel().catch(() => undefined);
      this.#settle.reject(new AIError('The stream was left before its end.', { code: 'AI_ABORTED' }));
    }
    return { done: true, value: undefined };
  }

  async #start(): Promise<ReadableStreamDefaultReader<LanguageModelV4StreamPart>> {
    const call = this.#source.begin();
    this.#call = call;
    // Covers a reader who stops asking: the deadline then ends the call by itself.
    call.signal.addEventListener('abort', () => this.#onStop(), { once: true });
    this.#watchIdle();
    const stream = await this.#source.open(call);
    call.signal.throwIfAborted();
    this.#reader = stream.getReader();
    return this.#reader;
  }

  async #finish(): Promise<IteratorResult<string>> {
    const call = this.#call as Call;
    call.signal.throwIfAborted();
    this.#parts.finish();
    const response = await this.#source.close(call, this.#parts);
    this.#over = true;
    clearTimeout(this.#idle);
    call.succeed();
    this.#settle.resolve(response);
    return { done: true, value: undefined };
  }

  #fail(failure: unknown): AIError {
    const call = this.#call;
    this.#over = true;
    clearTimeout(this.#idle);
    void this.#reader?.cancel().catch(() => undefined);
    const error = call === undefined ? (failure as AIError) : call.fail(failure);
    this.#settle.reject(error);
    return error;
  }

  #onStop(): void {
    clearTimeout(this.#idle);
    if (this.#over) return;
    this.#noteUsage();
    void this.#reader?.cancel().catch(() => undefined);
    const error = (this.#call as Call).fail((this.#call as Call).signal.reason);
    this.#settle.reject(error);
  }

  #noteUsage(): void {
    if (this.#call && this.#parts.usage) this.#source.close(this.#call, this.#parts).catch(() => undefined);
  }

  #watchIdle(): void {
    const { idleTimeout } = this.#source;
    if (idleTimeout === undefined) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#call?.deadline.stop('timed_out'), idleTimeout);
  }
}
