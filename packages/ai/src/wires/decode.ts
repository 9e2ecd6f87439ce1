import type { LanguageModelV4StreamPart, SharedV4Warning } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { reportedFailure } from '../errors/reported-failure.ts';
import type { BoundedReader } from '../transport/bounded-body.ts';
import { parseJson } from '../transport/http.ts';
import type { PartReader, PartStream } from './part-stream.ts';

/** Splits the bytes of an answer into events: server-sent events, or lines. */
export interface Framing {
  push(bytes: Uint8Array): string[];
  /** Returns the rest at the end of the bytes. */
  end(): string[];
}

/** Converts the events of one wire to the parts of the provider specification. */
export interface EventDecoder {
  /** Whether the answer is complete, even if the connection is still open. */
  readonly done: boolean;
  /** Parses the data of one event and appends its parts to `parts`. */
  event(data: string, parts: LanguageModelV4StreamPart[]): void;
  /** Appends the parts that end the answer; `false` if the answer was cut off before its end. */
  end(parts: LanguageModelV4StreamPart[]): boolean;
}

const noParts: LanguageModelV4StreamPart[] = [];

/**
 * Reads a streamed answer part by part, on demand. It avoids a platform stream, which would cost two kilobytes and a turn of the event loop
 * per chunk.
 *
 * The reader fails with `NETWORK_ERROR` if the server stops before the end of the answer, and ends as soon as the answer is complete, even
 * if the server keeps the connection open.
 */
export class DecodedAnswer implements PartStream, PartReader {
  #reader: BoundedReader;
  #framing: Framing;
  #decoder: EventDecoder;
  #kind: string;
  #parts: LanguageModelV4StreamPart[];
  /** The beginning of a body that has had no event yet: it may be something other than a stream. */
  #head: Uint8Array[] | undefined = [];
  /** The number of parts already returned. */
  #given = 0;
  #over = false;
  /** Why the answer is not complete, once known. */
  #failure: Error | undefined;

  constructor(reader: BoundedReader, framing: Framing, decoder: EventDecoder, kind: string, warnings: SharedV4Warning[]) {
    this.#reader = reader;
    this.#framing = framing;
    this.#decoder = decoder;
    this.#kind = kind;
    this.#parts = warnings.length > 0 ? [{ type: 'stream-start', warnings }] : noParts;
  }

  getReader(): PartReader {
    return this;
  }

  async read(): Promise<{ done: boolean; value?: LanguageModelV4StreamPart }> {
    while (this.#parts === noParts) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#over) return { done: true };
      await this.#more();
    }
    const value = this.#parts[this.#given] as LanguageModelV4StreamPart;
    this.#given += 1;
    // An open stream waits most of its time, so it does not keep returned parts.
    if (this.#given === this.#parts.length) {
      this.#parts = noParts;
      this.#given = 0;
    }
    return { done: false, value };
  }

  cancel(reason?: unknown): Promise<void> {
    this.#over = true;
    return this.#reader.cancel(reason);
  }

  #noteHead(bytes: Uint8Array | undefined, hasEvents: boolean): void {
    const head = this.#head as Uint8Array[];
    if (hasEvents) this.#head = undefined;
    else if (bytes !== undefined && head.reduce((sum, one) => sum + one.byteLength, 0) < MAX_HEAD) head.push(bytes);
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#reader.read();
    const events = done || value === undefined ? this.#framing.end() : this.#framing.push(value);
    const parts: LanguageModelV4StreamPart[] = [];
    if (this.#head !== undefined) this.#noteHead(value, events.length > 0);
    for (const event of events) {
      if (this.#decoder.done) break;
      readEvent(event, this.#decoder, parts);
    }
    this.#over ||= done || this.#decoder.done;
    if (this.#over) {
      if (!this.#decoder.end(parts)) this.#failure = this.#head === undefined ? cutOff(this.#kind) : noStream(this.#head, this.#kind);
      // What arrived before is delivered first: it may be the reason that the server gives.
      if (this.#failure !== undefined && parts.length === 0) throw this.#failure;
      if (!done) void drain(this.#reader);
    }
    if (parts.length > 0) this.#parts = parts;
  }
}

/** The part of a body without events that is examined. */
const MAX_HEAD = 64 * 1024;

/**
 * The error of a body without a single event: a page, or a plain answer, from something that does not stream. A body that begins like a
 * stream, or is empty, was cut off instead, and may be complete the next time.
 */
function noStream(head: readonly Uint8Array[], kind: string): Error {
  const decoder = new TextDecoder();
  const text = head.map((bytes) => decoder.decode(bytes, { stream: true })).join('');
  const start = text.trimStart().slice(0, 6);
  if (start === '' || ['data:', 'event:', 'id:', 'retry:', ':'].some((name) => name.startsWith(start) || start.startsWith(name)))
    return cutOff(kind);
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && (value as { error?: unknown }).error) return reportedFailure(value);
  return new AIError(`${kind}: the response is not a stream of events.`, { code: 'INVALID_RESPONSE', provider: kind });
}

/** Milliseconds in which a server may end the response by itself. */
const GRACE_MS = 200;

/** Reads on briefly after the answer, so that the connection can be reused, and then releases it. */
async function drain(reader: BoundedReader): Promise<void> {
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(cancel, GRACE_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    cancel();
  } finally {
    clearTimeout(timer);
  }
}

/** Some servers send one event per line without blank lines between; each line is then an event. */
function readEvent(data: string, decoder: EventDecoder, parts: LanguageModelV4StreamPart[]): void {
  if (!data.includes('\n') || isJson(data)) decoder.event(data, parts);
  else for (const line of data.split('\n')) if (line.trim() !== '') decoder.event(line, parts);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The error of a stream that stopped before the end of the answer. */
export function cutOff(kind: string): AIError {
  return new AIError(`${kind}: the stream ended before the response was complete.`, {
    code: 'NETWORK_ERROR',
    provider: kind,
    retryable: true,
  });
}
