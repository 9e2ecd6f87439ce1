/** Values nested deeper than this are given only when they are whole. */
const MAX_DEPTH = 500;
/** Up to this length a value is read after each piece; from there on each time that it has grown by a part of its length. */
const SHORT = 2048;
const GROWTH = 1 / 128;

/**
 * Reads as much of a JSON value as there is of a text that is still being written: open texts, lists and objects count as
 * far as they go; a name without its value, and a number or word that may go on, do not.
 *
 * Each piece is looked at once, so that a long answer in small pieces takes no longer than in large ones.
 */
export class PartialJson {
  #text = '';
  /** How far the text was looked at. */
  #at = 0;
  /** What closes each container that is open. */
  #closers: string[] = [];
  /** Up to where the text is valid once its containers are closed. */
  #cut = 0;
  /** Whether an object awaits a name rather than a value. */
  #wantsName = false;
  #isInText = false;
  #isEscaped = false;
  #isOver = false;
  #isBroken = false;
  /** How long the text was when its value was last read. */
  #readAt = 0;

  /**
   * Takes the next piece and gives the value so far; `undefined` when nothing can be read, or not enough is new.
   */
  add(piece: string): unknown {
    if (this.#isOver || this.#isBroken) return undefined;
    // What stands before the value, such as a code fence, is passed over.
    const start = this.#text === '' ? piece.search(/[{["]/) : 0;
    if (start === -1) return undefined;
    this.#text += start === 0 ? piece : piece.slice(start);
    // The piece is read, not the text: to read from a text that grew by pieces is to copy it.
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
      // A number or word ends only where something follows it.
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

/** Leaves out the half of an escape that a text may end with. */
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
