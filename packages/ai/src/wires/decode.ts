import type { LanguageModelV4StreamPart, SharedV4Warning } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import type { BoundedReader } from '../transport/bounded-body.ts';
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
  /** The number of parts already returned. */
  #given = 0;
  #over = false;

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

  async #more(): Promise<void> {
    const { done, value } = await this.#reader.read();
    const events = done || value === undefined ? this.#framing.end() : this.#framing.push(value);
    const parts: LanguageModelV4StreamPart[] = [];
    for (const event of events) {
      if (this.#decoder.done) break;
      readEvent(event, this.#decoder, parts);
    }
    this.#over ||= done || this.#decoder.done;
    if (this.#over) {
      if (!this.#decoder.end(parts)) throw cutOff(this.#kind);
      if (!done) void drain(this.#reader);
    }
    if (parts.length > 0) this.#parts = parts;
  }
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
