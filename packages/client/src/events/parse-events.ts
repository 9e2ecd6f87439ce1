/** A server-sent event. */
export interface ServerEvent {
  /** `message` if the server sets none. */
  readonly event: string;
  readonly data: string;
  /** The last id set by the stream. */
  readonly id: string;
}

/** Receives stream fields other than events. */
export interface EventSink {
  /** How long to wait before reconnecting, in milliseconds. */
  retry?(milliseconds: number): void;
}

/** Maximum length of an event in characters, because a line without an end would grow without limit. */
const MAX_EVENT = 1_000_000;

/**
 * Parses events from a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation), however
 * the chunks are split: within a character, or between the two halves of a line ending.
 *
 * @throws RangeError for an event larger than a million characters
 */
export async function* parseEvents(body: ReadableStream<Uint8Array>, lastId = '', sink: EventSink = {}): AsyncGenerator<ServerEvent, void> {
  let id = lastId;
  let event = '';
  let data: string[] = [];
  let size = 0;
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n'), id };
      event = '';
      data = [];
      size = 0;
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'id' && !value.includes('\0')) id = value;
    if (name === 'retry' && /^\d+$/.test(value)) sink.retry?.(Number(value));
    if (name !== 'data') continue;
    size += value.length;
    if (size > MAX_EVENT) throw new RangeError(`An event is larger than ${MAX_EVENT} characters.`);
    data.push(value);
  }
}

/** Lines end with a line feed, a carriage return, or both. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let buffered = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffered += decoder.decode(value, { stream: true });
      // A carriage return at the end may be the first half of a line ending.
      const end = buffered.endsWith('\r') ? buffered.length - 1 : buffered.length;
      const lines = buffered.slice(0, end).split(/\r\n|\r|\n/);
      buffered = (lines.pop() ?? '') + buffered.slice(end);
      if (buffered.length > MAX_EVENT) throw new RangeError(`A line of the stream is longer than ${MAX_EVENT} characters.`);
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
