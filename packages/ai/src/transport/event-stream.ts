import { Utf8Decoder } from './utf8-decoder.ts';

/**
 * Parses server-sent events from bytes: CR, LF or both end a line, data may span several lines, and the last event counts even if no blank
 * line ends it. Names, ids and comments are skipped.
 */
export class EventStreamDecoder {
  #decoder = new Utf8Decoder();
  #rest = '';
  /** The data of the current event. */
  #data: string | undefined;
  /** Whether the last bytes ended with a carriage return, so that a following line feed belongs to it. */
  #returned = false;

  /** Adds bytes and returns the data of the events they complete. Events without data are skipped. */
  push(bytes: Uint8Array): string[] {
    return this.#read(this.#decoder.push(bytes));
  }

  /** Returns the remaining event at the end of the bytes. */
  end(): string[] {
    const events = this.#read(`${this.#decoder.end()}\n`);
    this.#dispatch(events);
    return events;
  }

  #read(added: string): string[] {
    const events: string[] = [];
    let text = added;
    if (this.#returned && text.startsWith('\n')) text = text.slice(1);
    if (added !== '') this.#returned = added.endsWith('\r');
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    // Each piece is scanned once: the rest of a line is only prepended to the piece that ends it, however long the line grows.
    let end = text.indexOf('\n');
    if (end === -1) {
      this.#rest += text;
      return events;
    }
    end += this.#rest.length;
    text = this.#rest + text;
    let start = 0;
    for (; end !== -1; end = text.indexOf('\n', start)) {
      if (end === start) this.#dispatch(events);
      else if (text.startsWith('data:', start)) this.#add(text.slice(text[start + 5] === ' ' ? start + 6 : start + 5, end));
      start = end + 1;
    }
    this.#rest = text.slice(start);
    return events;
  }

  #dispatch(events: string[]): void {
    const data = this.#data;
    this.#data = undefined;
    if (data !== undefined && data.trim() !== '') events.push(data);
  }

  #add(line: string): void {
    this.#data = this.#data === undefined ? line : `${this.#data}\n${line}`;
  }
}
