import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { AIError } from '../errors/errors.ts';
import { errorFromStreamPart } from '../errors/from-failure.ts';
import type { AIResponse, StreamEvent } from '../interface/responses.ts';
import type { Source } from '../interface/server-tools.ts';
import type { Call } from '../provider/call.ts';
import { AnswerStream } from '../streams/answer-stream.ts';
import { LONGEST_TIMER } from '../transport/deadline.ts';
import type { PartReader, PartStream } from '../wires/part-stream.ts';
import { PartCollector } from './collector.ts';
import { PartialJson } from './partial-json.ts';
import { SourceCollector } from './sources.ts';
import { toWarnings } from './to-response.ts';
import { estimateUsage, toUsage } from '../messages/usage.ts';

/** One answer, read from its provider on demand. */
export abstract class TextStream extends AnswerStream {
  #call: Call | undefined;
  #reader: PartReader | undefined;
  #parts = new PartCollector();
  #idle: ReturnType<typeof setTimeout> | undefined;
  #json: PartialJson | undefined;
  #sources: SourceCollector | undefined;
  /** Sources that became known with another. */
  #pending: Source[] = [];
  /** Ids of the calls that the vendor runs itself. */
  #ownCalls = new Set<string>();

  /** Milliseconds for which it may be silent. */
  protected abstract readonly idleTimeout: number | undefined;
  /** Whether the answer is JSON, so that partial objects can be emitted. */
  protected abstract readonly isJson: boolean;

  /** The requested value, out of the form in which the vendor writes it. */
  protected abstract unwrap(object: unknown): unknown;
  protected abstract begin(): Call;
  /** Validates, then opens the stream. */
  protected abstract open(call: Call): Promise<PartStream>;
  /** Builds the complete answer after the end of the stream. */
  protected abstract close(call: Call, parts: PartCollector): Promise<AIResponse>;

  protected override async read(): Promise<StreamEvent> {
    try {
      const isFirst = this.#reader === undefined;
      const reader = this.#reader ?? (await this.#start());
      if (isFirst) {
        const warnings = (this.#call as Call).warnings;
        if (warnings.length > 0) return { type: 'warnings', warnings };
      }
      for (;;) {
        const pending = sourceEvent(this.#pending.shift());
        if (pending !== undefined) return pending;
        const { done, value } = await reader.read();
        if (done || value === undefined) return await this.#finish();
        this.#watchIdle();
        if (value.type === 'error') throw errorFromStreamPart(value.error, (this.#call as Call).failure);
        this.#parts.add(value);
        const event = this.#toEvent(value);
        if (event === undefined) continue;
        (this.#call as Call).noteChunk();
        return event;
      }
    } catch (failure) {
      throw this.#fail(failure);
    }
  }

  #toEvent(part: LanguageModelV4StreamPart): StreamEvent | undefined {
    if (part.type === 'source') return sourceEvent((this.#sources ??= new SourceCollector()).found(part));
    if (part.type === 'text-end' && part.citations !== undefined) {
      const sources = (this.#sources ??= new SourceCollector());
      const [first, ...others] = part.citations.flatMap((citation) => sources.cited(citation) ?? []);
      this.#pending.push(...others);
      return sourceEvent(first);
    }
    // The input of a tool that the vendor runs is no call for the caller.
    if (part.type === 'tool-input-start' && part.providerExecuted) this.#ownCalls.add(part.id);
    if (part.type === 'tool-input-delta' && this.#ownCalls.has(part.id)) return undefined;
    return toEvent(part);
  }

  protected override leave(): void {
    this.#releaseStream();
    this.#call?.leave();
    this.#call?.deadline.stop('left');
  }

  protected override after(event: StreamEvent): readonly StreamEvent[] {
    if (!this.isJson || event.type !== 'text') return [];
    const object = this.unwrap((this.#json ??= new PartialJson()).add(event.text));
    return typeof object === 'object' && object !== null ? [{ type: 'object', object }] : [];
  }

  async #start(): Promise<PartReader> {
    const call = this.begin();
    this.#call = call;
    call.partialUsage = () => toUsage(this.#parts.usage) ?? estimateUsage(call.plan.texts, this.#parts.characters);
    // Covers a reader that stops reading: the deadline then ends the call.
    call.deadline.onStop = () => this.#onStop();
    this.#watchIdle();
    const stream = await this.open(call);
    call.signal.throwIfAborted();
    this.#reader = stream.getReader();
    return this.#reader;
  }

  async #finish(): Promise<StreamEvent> {
    const call = this.#call as Call;
    call.signal.throwIfAborted();
    const response = await this.close(call, this.#parts);
    clearTimeout(this.#idle);
    call.succeed();
    return { type: 'finish', response };
  }

  #fail(failure: unknown): AIError {
    this.#releaseStream();
    return this.#call === undefined ? (failure as AIError) : this.#call.fail(failure);
  }

  #onStop(): void {
    clearTimeout(this.#idle);
    if (this.isOver) return;
    this.reject(this.#fail((this.#call as Call).signal.reason));
  }

  #releaseStream(): void {
    clearTimeout(this.#idle);
    void this.#reader?.cancel().catch(() => undefined);
  }

  #watchIdle(): void {
    const { idleTimeout } = this;
    if (idleTimeout === undefined) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#call?.deadline.stop('timed_out'), Math.min(idleTimeout, LONGEST_TIMER));
  }
}

function sourceEvent(source: Source | undefined): StreamEvent | undefined {
  return source === undefined ? undefined : { type: 'source', source: structuredClone(source) };
}

function toEvent(part: LanguageModelV4StreamPart): StreamEvent | undefined {
  switch (part.type) {
    case 'stream-start':
      return part.warnings.length === 0 ? undefined : { type: 'warnings', warnings: toWarnings(part.warnings) };
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
