/** Shared decoder for pieces that end on a character boundary. */
const sharedDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
const BYTE_ORDER_MARK = '\uFEFF';

/** Decodes UTF-8 in pieces. A separate decoder, which is large, is created only if a piece ends within a character, or may do so. */
export class Utf8Decoder {
  #own: TextDecoder | undefined;
  #begun = false;

  /** Adds bytes and returns the text they complete. */
  push(bytes: Uint8Array): string {
    const last = bytes.at(-1);
    if (last === undefined) return '';
    if (this.#own === undefined && last >= 0x80) this.#own = new TextDecoder('utf-8', { ignoreBOM: true });
    return this.#withoutMark(this.#own === undefined ? sharedDecoder.decode(bytes) : this.#own.decode(bytes, { stream: true }));
  }

  /** Returns the remaining text at the end of the bytes. */
  end(): string {
    return this.#own?.decode() ?? '';
  }

  #withoutMark(text: string): string {
    if (this.#begun || text === '') return text;
    this.#begun = true;
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
}
