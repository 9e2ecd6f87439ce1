/** Receives the lines of a part from the parser, without their line ends. */
export interface ContentDecoder {
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}

/** A mail, and how its parts are separated. */
export interface MailFraming {
  readonly mail: Uint8Array;
  /** Whether a boundary or a header of a part ends in CR LF. If none does, the break before a boundary is LF alone. */
  hasCrLf: boolean;
}

const [LF, CR] = [10, 13];

/**
 * Cuts the bytes of a part from the mail exactly as they were sent, and undoes only their transfer encoding. The lines that the
 * parser passes have lost their ends, and are used for their positions alone.
 */
export class PartBytes implements ContentDecoder {
  readonly #framing: MailFraming;
  readonly #decode: (bytes: Uint8Array) => Uint8Array;
  readonly #isContainer: () => boolean;
  #start: number | undefined;
  #lastLineEnd = 0;

  /**
   * @param decode undoes the transfer encoding
   * @param isContainer whether the part has parts of its own: then the bytes around them are no content
   */
  constructor(framing: MailFraming, decode: (bytes: Uint8Array) => Uint8Array, isContainer: () => boolean) {
    this.#framing = framing;
    this.#decode = decode;
    this.#isContainer = isContainer;
  }

  update(line: Uint8Array): void {
    this.#start ??= line.byteOffset;
    this.#lastLineEnd = line.byteOffset + line.length;
  }

  async finalize(): Promise<ArrayBuffer> {
    if (this.#start === undefined || this.#isContainer()) return new ArrayBuffer(0);
    const bytes = this.#decode(this.#framing.mail.subarray(this.#start, this.#end()));
    return new Uint8Array(bytes).buffer;
  }

  /** The line break before a boundary belongs to the boundary (RFC 2046 §5.1.1); at the end of the mail there is no boundary. */
  #end(): number {
    const { mail, hasCrLf } = this.#framing;
    const lineEnd = mail.indexOf(LF, this.#lastLineEnd);
    if (lineEnd < 0 || lineEnd + 1 === mail.length) return mail.length;
    return hasCrLf && mail[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
  }
}
