import type { LanguageModelV4StreamPart, SharedV4Warning } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { EventStreamDecoder } from '../transport/event-stream.ts';

/** Turns the events of one wire into the parts of the provider specification. */
export interface EventDecoder {
  /** Whether the answer is over, whatever the server does with the connection. */
  readonly done: boolean;
  /** Reads the data of one event and adds what it says to `parts`. */
  event(data: string, parts: LanguageModelV4StreamPart[]): void;
  /** Adds the parts that end the answer; `false` when the answer was cut off before its end. */
  end(parts: LanguageModelV4StreamPart[]): boolean;
}

/**
 * Reads a streamed answer part by part, as it is asked for.
 *
 * The stream fails with `NETWORK_ERROR` when the server stops before the answer does, and ends as soon as the answer is
 * over, even when the server keeps the connection open.
 */
export function decodeEvents(
  body: ReadableStream<Uint8Array> | null,
  decoder: EventDecoder,
  kind: string,
  warnings: SharedV4Warning[] = [],
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = (body ?? new Blob([]).stream()).getReader();
  const events = new EventStreamDecoder();
  const read = (data: readonly string[], parts: LanguageModelV4StreamPart[]): void => {
    for (const one of data) {
      if (decoder.done) return;
      readEvent(one, decoder, parts);
    }
  };
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      start(controller) {
        if (warnings.length > 0) controller.enqueue({ type: 'stream-start', warnings });
      },
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read();
          const parts: LanguageModelV4StreamPart[] = [];
          read(done ? events.end() : events.push(value), parts);
          const over = done || decoder.done;
          if (over && !decoder.end(parts)) throw cutOff(kind);
          for (const part of parts) controller.enqueue(part);
          if (over) {
            controller.close();
            if (!done) void reader.cancel().catch(() => undefined);
            return;
          }
          if (parts.length > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Some servers put one event on each line and no blank line between; each of them is then an event. */
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

/** The error of a stream that stopped before the answer did. */
export function cutOff(kind: string): AIError {
  return new AIError(`${kind}: the stream ended before the answer did.`, { code: 'NETWORK_ERROR', provider: kind, retryable: true });
}
