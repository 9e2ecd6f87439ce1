import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { errorFromStreamPart } from '../errors/from-failure.ts';
import type { AIResponse, AIStream, StreamEvent } from '../interface/responses.ts';
import type { Call } from '../provider/call.ts';
import { PartCollector } from './collector.ts';
import { parsePartialJson } from './partial-json.ts';
import { estimateUsage, toUsage } from './usage.ts';

/** What a {@link TextStream} needs from the provider it belongs to. */
export interface StreamSource {
  begin(): Call;
  /** Validates, then opens the stream. */
  open(call: Call): Promise<ReadableStream<LanguageModelV4StreamPart>>;
  /** Makes the whole answer once the stream is over. */
  close(call: Call, parts: PartCollector): Promise<AIResponse>;
  idleTimeout: number | undefined;
  /** Whether the answer is JSON, so that partial objects can be given. */
  isJson: boolean;
  /** The caller's texts, for an estimate of what an answer used that was left early. */
  texts(): readonly string[];
}

/** One answer, read as it is asked for; see {@link AIStream}. */
export class TextStream implements AIStream {
  #source: StreamSource;
  #call: Call | undefined;
  #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  #parts = new PartCollector();
  #settled = Promise.withResolvers<AIResponse>();
  #idle: ReturnType<typeof setTimeout> | undefined;
  #over = false;
  /** Readings go one after the other, however many are asked for at once. */
  #last: Promise<unknown> | undefined;
  /** What was read before anybody asked for it. */
  #ahead: StreamEvent[] = [];
  #asked = false;
  #json = '';

  constructor(source: StreamSource) {
    this.#source = source;
    // Whoever only iterates must not be told of an unhandled rejection besides.
    this.#settled.promise.catch(() => undefined);
  }

  /** Waiting for it reads the answer, should nobody iterate. */
  get response(): Promise<AIResponse> {
    if (!this.#asked) {
      // A loop that begins in the same breath reads for itself.
      queueMicrotask(() => {
        if (!this.#asked) void this.#readAhead();
      });
    }
    return this.#settled.promise;
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
    this.#leave();
    return { done: true, value: undefined };
  }

  events(): AsyncIterableIterator<StreamEvent> {
    const pending: StreamEvent[] = [];
    const iterator: AsyncIterableIterator<StreamEvent> = {
      [Symbol.asyncIterator]: () => iterator,
      next: async () => {
        const event = pending.shift() ?? (await this.#event());
        if (event === undefined) return { done: true, value: undefined };
        if (event.type === 'text') pending.push(...this.#partialObject(event.text));
        return { done: false, value: event };
      },
      return: async () => {
        this.#leave();
        return { done: true, value: undefined };
      },
    };
    return iterator;
  }

  #event(): Promise<StreamEvent | undefined> {
    this.#asked = true;
    return this.#inTurn(() => this.#advance());
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
    const ahead = this.#ahead.shift();
    if (ahead !== undefined || this.#over) return ahead;
    try {
      return await this.#read();
    } catch (failure) {
      throw this.#fail(failure);
    }
  }

  async #readAhead(): Promise<void> {
    this.#asked = true;
    while (!this.#over) {
      await this.#inTurn(async () => {
        if (this.#over) return;
        try {
          const event = await this.#read();
          if (event !== undefined) this.#ahead.push(event);
        } catch (failure) {
          // Whoever waits for the response is told.
          this.#fail(failure);
        }
      });
    }
  }

  async #read(): Promise<StreamEvent | undefined> {
    const reader = this.#reader ?? (await this.#start());
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return this.#finish();
      this.#watchIdle();
      if (value.type === 'error') throw errorFromStreamPart(value.error, (this.#call as Call).failure);
      this.#parts.add(value);
      const event = toEvent(value);
      if (event !== undefined) return event;
    }
  }

  async #start(): Promise<ReadableStreamDefaultReader<LanguageModelV4StreamPart>> {
    const call = this.#source.begin();
    this.#call = call;
    call.partialUsage = () => toUsage(this.#parts.usage) ?? this.#estimate();
    // Covers a reader who stops asking: the deadline then ends the call by itself.
    call.signal.addEventListener('abort', () => this.#onStop(), { once: true });
    this.#watchIdle();
    const stream = await this.#source.open(call);
    call.signal.throwIfAborted();
    this.#reader = stream.getReader();
    return this.#reader;
  }

  async #finish(): Promise<StreamEvent> {
    const call = this.#call as Call;
    call.signal.throwIfAborted();
    const response = await this.#source.close(call, this.#parts);
    this.#over = true;
    clearTimeout(this.#idle);
    call.succeed();
    if (call.settled !== undefined) await call.settled;
    this.#settled.resolve(response);
    return { type: 'finish', response };
  }

  #fail(failure: unknown): AIError {
    const call = this.#call;
    this.#over = true;
    clearTimeout(this.#idle);
    void this.#reader?.cancel().catch(() => undefined);
    const error = call === undefined ? (failure as AIError) : call.fail(failure);
    this.#settled.reject(error);
    return error;
  }

  #leave(): void {
    if (this.#over) return;
    this.#over = true;
    this.#asked = true;
    clearTimeout(this.#idle);
    const call = this.#call;
    call?.leave();
    call?.deadline.stop('left');
    void this.#reader?.cancel().catch(() => undefined);
    this.#settled.reject(new AIError('The stream was left before its end.', { code: 'AI_ABORTED' }));
  }

  #onStop(): void {
    clearTimeout(this.#idle);
    if (this.#over) return;
    void this.#reader?.cancel().catch(() => undefined);
    const error = (this.#call as Call).fail((this.#call as Call).signal.reason);
    this.#settled.reject(error);
  }

  /** An answer that had begun was billed, though nobody said how much. */
  #estimate() {
    return this.#parts.characters === 0 ? undefined : estimateUsage(this.#source.texts(), this.#parts.characters);
  }

  #partialObject(text: string): StreamEvent[] {
    if (!this.#source.isJson) return [];
    this.#json += text;
    const object = parsePartialJson(this.#json);
    return typeof object === 'object' && object !== null ? [{ type: 'object', object }] : [];
  }

  #watchIdle(): void {
    const { idleTimeout } = this.#source;
    if (idleTimeout === undefined) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#call?.deadline.stop('timed_out'), idleTimeout);
  }
}

function toEvent(part: LanguageModelV4StreamPart): StreamEvent | undefined {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? undefined : { type: 'text', text: part.delta };
    case 'reasoning-delta':
      return part.delta === '' ? undefined : { type: 'reasoning', id: part.id, text: part.delta };
    case 'tool-input-start':
      return part.providerExecuted ? undefined : { type: 'tool-call-start', id: part.id, name: part.toolName };
    case 'tool-input-delta':
      return { type: 'tool-call-delta', id: part.id, arguments: part.delta };
    case 'tool-call':
      if (part.providerExecuted) return undefined;
      return {
        type: 'tool-call',
        call: { id: part.toolCallId, type: 'function', function: { name: part.toolName, arguments: part.input } },
      };
    default:
      return undefined;
  }
}
