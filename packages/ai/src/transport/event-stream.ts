/**
 * Reads server-sent events out of bytes: CR, LF or both end a line, data may run over several lines, and the last
 * event counts also when no blank line ends it. Names, ids and comments are passed over.
 */
export class EventStreamDecoder {
  #decoder = new TextDecoder();
  #rest = '';
  /** The data lines of the event that is being read. */
  #data: string[] = [];
  /** Whether a carriage return ended the last bytes, so that a line feed that follows belongs to it. */
  #returned = false;

  /** Takes bytes and gives the data of the events they complete. Events without data are left out. */
  push(bytes: Uint8Array): string[] {
    return this.#read(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Gives what is left when the bytes are over. */
  end(): string[] {
    const events = this.#read(`${this.#decoder.decode()}\n`);
    this.#dispatch(events);
    return events;
  }

  #read(added: string): string[] {
    const events: string[] = [];
    let text = added;
    if (this.#returned && text.startsWith('\n')) text = text.slice(1);
    if (added !== '') this.#returned = added.endsWith('\r');
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    text = this.#rest + text;
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      if (end === start) this.#dispatch(events);
      else if (text.startsWith('data:', start)) this.#data.push(text.slice(text[start + 5] === ' ' ? start + 6 : start + 5, end));
      start = end + 1;
    }
    this.#rest = text.slice(start);
    return events;
  }

  #dispatch(events: string[]): void {
    if (this.#data.length === 0) return;
    const data = this.#data.length === 1 ? (this.#data[0] as string) : this.#data.join('\n');
    this.#data = [];
    if (data.trim() !== '') events.push(data);
  }
}
