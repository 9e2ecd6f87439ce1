/** Values nested deeper than this are only returned when complete. */
const MAX_DEPTH = 500;
/** Up to this length a value is parsed after each piece; beyond, each time it has grown by a fraction of its length. */
const SHORT = 2048;
const GROWTH = 1 / 128;

/**
 * Parses as much as possible of a JSON value that is still being written: open strings, lists and objects count as far as they go; a name
 * without its value, and a number or word that may continue, do not.
 *
 * Each piece is scanned once, so that a long answer in small pieces takes no longer than in large ones.
 */
export class PartialJson {
  #text = '';
  /** The position up to which the text was scanned. */
  #at = 0;
  /** The closing character of each open container. */
  #closers: string[] = [];
  /** The length up to which the text is valid once its containers are closed. */
  #cut = 0;
  /** Whether an object expects a name rather than a value. */
  #wantsName = false;
  #isInText = false;
  #isEscaped = false;
  #isOver = false;
  #isBroken = false;
  /** The length of the text when its value was last parsed. */
  #readAt = 0;

  /** Adds the next piece and returns the value so far; `undefined` if nothing can be parsed, or not enough is new. */
  add(piece: string): unknown {
    if (this.#isOver || this.#isBroken) return undefined;
    // Text before the value, such as a code fence, is skipped.
    const start = this.#text === '' ? piece.search(/[{["]/) : 0;
    if (start === -1) return undefined;
    this.#text += start === 0 ? piece : piece.slice(start);
    // The piece is scanned, not the text: reading from a string built by concatenation copies it.
    for (let index = start; index < piece.length && !this.#isOver && !this.#isBroken; index += 1) this.#step(piece[index] as string);
    if (this.#isBroken || !this.#isDue()) return undefined;
    this.#readAt = this.#text.length;
    return this.#value();
  }

  #isDue(): boolean {
    const { length } = this.#text;
    return this.#isOver || length <= SHORT || length - this.#readAt >= length * GROWTH;
  }

  #step(letter: string): void {
    this.#at += 1;
    if (this.#isInText) this.#stepInText(letter);
    else if (letter === '"') this.#isInText = true;
    else if (letter === '{' || letter === '[') this.#open(letter);
    else if (letter === '}' || letter === ']') this.#close(letter);
    else if (letter === ':') this.#wantsName = false;
    else if (letter === ',') {
      // A number or word is complete only if something follows it.
      if (this.#cut < this.#at - 1 && !this.#wantsName) this.#cut = this.#at - 1;
      this.#wantsName = this.#closers.at(-1) === '}';
    }
  }

  #stepInText(letter: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (letter === '\\') this.#isEscaped = true;
    else if (letter === '"') {
      this.#isInText = false;
      if (!this.#wantsName) this.#cut = this.#at;
    }
  }

  #open(letter: '{' | '['): void {
    this.#closers.push(letter === '{' ? '}' : ']');
    this.#wantsName = letter === '{';
    this.#cut = this.#at;
    this.#isBroken = this.#closers.length > MAX_DEPTH;
  }

  #close(letter: '}' | ']'): void {
    this.#isBroken = this.#closers.pop() !== letter;
    this.#wantsName = false;
    this.#cut = this.#at;
    this.#isOver = this.#closers.length === 0;
  }

  #value(): unknown {
    const closers = this.#closers.toReversed().join('');
    const isOpenValue = this.#isInText && !this.#wantsName;
    if (!isOpenValue && this.#cut === 0) return undefined;
    const valid = isOpenValue ? `${withoutHalfEscape(this.#text)}"` : this.#text.slice(0, this.#cut);
    try {
      return JSON.parse(valid + closers);
    } catch {
      return undefined;
    }
  }
}

/** Removes a partial escape sequence at the end of a text. */
function withoutHalfEscape(text: string): string {
  const tail = text.slice(-6);
  const half = /\\(?:u[\da-fA-F]{0,3})?$/.exec(tail);
  if (half === null) return text;
  const at = text.length - tail.length + half.index;
  return countBackslashes(text, at) % 2 === 0 ? text.slice(0, at) : text;
}

function countBackslashes(text: string, before: number): number {
  let count = 0;
  while (text[before - 1 - count] === '\\') count += 1;
  return count;
}
