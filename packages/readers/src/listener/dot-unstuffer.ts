/** The position in a line: part of its end, or the dot at its beginning, which was read but not written yet. */
type Place = 'line' | 'cr' | 'lf' | 'begin' | 'dot' | 'dot-cr' | 'lf-dot';

const [CR, LF, DOT] = [13, 10, 46];

export interface Unstuffed {
  readonly bytes: Buffer;
  /** The bytes after the end of the mail, if it was reached. */
  readonly rest: Buffer | undefined;
}

/**
 * Removes SMTP dot-stuffing from a mail (RFC 5321 §4.5.2), and finds its end, which is exactly CR LF DOT CR LF.
 * Each chunk yields one chunk, in linear time.
 */
export class DotUnstuffer {
  #place: Place = 'begin';

  /** @param chunk the next chunk; not to be called again after the end */
  feed(chunk: Buffer): Unstuffed {
    // A dot may have been held back: at most two bytes more are written than read.
    const out = Buffer.allocUnsafe(chunk.length + 2);
    let length = 0;
    let position = this.#place;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (position === 'begin' && byte === DOT) position = 'dot';
      else if (position === 'lf' && byte === DOT) position = 'lf-dot';
      else if (position === 'dot' && byte === CR) position = 'dot-cr';
      else if (position === 'dot-cr' && byte === LF) return { bytes: out.subarray(0, length), rest: chunk.subarray(index + 1) };
      else {
        if (position === 'dot-cr') {
          out[length++] = DOT;
          out[length++] = CR;
          position = 'cr';
        } else if (position === 'dot' || position === 'lf-dot') {
          if (byte !== DOT) out[length++] = DOT;
          position = 'line';
        }
        out[length++] = byte;
        if (byte === LF) position = position === 'cr' ? 'begin' : 'lf';
        else position = byte === CR ? 'cr' : 'line';
      }
    }
    this.#place = position;
    return { bytes: out.subarray(0, length), rest: undefined };
  }
}
