/** Shared decoder for pieces that end on a character boundary. */
const whole = new TextDecoder('utf-8', { ignoreBOM: true });
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Decodes UTF-8 that comes in pieces. A decoder of its own, which is large, is made only when a piece ends within a
 * character, or may do so.
 */
export class Utf8Decoder {
  #own: TextDecoder | undefined;
  #begun = false;

  /** Takes bytes and gives the text that they complete. */
  push(bytes: Uint8Array): string {
    const last = bytes.at(-1);
    if (last === undefined) return '';
    if (this.#own === undefined && last >= 0x80) this.#own = new TextDecoder('utf-8', { ignoreBOM: true });
    return this.#withoutMark(this.#own === undefined ? whole.decode(bytes) : this.#own.decode(bytes, { stream: true }));
  }

  /** Gives what is left when the bytes are over. */
  end(): string {
    return this.#own?.decode() ?? '';
  }

  #withoutMark(text: string): string {
    if (this.#begun || text === '') return text;
    this.#begun = true;
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
}
