import { DEPENDENT, FOLDED, foldOf, kindOf, PLAIN, SEPARATOR } from './character-kinds.ts';
import { foldedWords } from './folded-words.ts';
import { ALWAYS_FITS, ASCII_ALWAYS_FITS, HASH_OF_NOTHING, hashWith, IndexBudget, MAXIMUM_WORD } from './index-budget.ts';

const ASCII = /^[\0-\x7f]*$/;
const ASCII_RUN = /[a-z0-9]+/g;
const SPLIT_RUN = /[a-z0-9\u0080-\uffff]+/g;
const SPACE = 0x20;
/** Folding many short parts of a text costs more than folding what stands between them as well. */
const NEAR = 2000;

/**
 * Returns the folded words of a text, in order, as stored in the index of either database.
 *
 * Chinese, Japanese, Thai, Lao, Khmer and Burmese have no spaces between words. In a run of their letters each pair of neighbours is a
 * word, and also the last letter alone, so that any two or more adjacent letters are found as a phrase, and a single letter as a prefix.
 *
 * @example
 * wordsOf('The Café, 18F') // ['the', 'cafe', '18f']
 * wordsOf('東京都')         // ['東京', '京都', '都']
 */
export function wordsOf(text: string): string[] {
  const isAscii = ASCII.test(text);
  return (isAscii ? text : foldedText(text)).toLowerCase().match(isAscii ? ASCII_RUN : SPLIT_RUN) ?? [];
}

/**
 * Returns the text for SQLite's `ascii` tokenizer, which treats every character beyond ASCII as part of a word and splits ASCII as
 * `wordsOf` does: plain ASCII text is unchanged, which saves work for most texts. Of a text with too many words (`IndexBudget`) only the
 * beginning is returned.
 */
export function textOfWords(text: string): string {
  return ASCII.test(text) ? beginning(text, ASCII_ALWAYS_FITS) : beginning(foldedText(text), ALWAYS_FITS);
}

function beginning(words: string, alwaysFits: number): string {
  if (words.length < alwaysFits) return words;
  const budget = new IndexBudget();
  const units = unitsOf(words);
  let from = 0;
  let hash = HASH_OF_NOTHING;
  let bytes = 0;
  for (let at = 0; at <= units.length; at += 1) {
    // Past the end is no part of a word.
    const unit = units[at] ?? SPACE;
    if (unit >= 0x80 || IN_WORD[unit] === 1) {
      hash = hashWith(hash, unit);
      bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    } else {
      if (bytes > 0 && at - from <= MAXIMUM_WORD && !budget.takeHashed(hash, bytes)) return words.slice(0, from);
      from = at + 1;
      hash = HASH_OF_NOTHING;
      bytes = 0;
    }
  }
  return words;
}

/** Which characters of ASCII the tokenizer takes for parts of words. */
const IN_WORD = Uint8Array.from({ length: 0x80 }, (_, unit) => (/[A-Za-z0-9]/.test(String.fromCharCode(unit)) ? 1 : 0));

/** The UTF-16 units of a text: reading them from it one by one takes several times as long. */
function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
}

function foldedText(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const dependent of dependentParts(text)) {
    if (dependent.from > from) parts.push(folded(text.slice(from, dependent.from)));
    parts.push(foldedWords(text.slice(dependent.from, dependent.to)).join(' '));
    from = dependent.to;
  }
  if (from < text.length) parts.push(folded(text.slice(from)));
  return parts.join(' ');
}

interface Part {
  readonly from: number;
  to: number;
}

/** The parts of a text, between separators, in which a character depends on its neighbours; parts near each other are one. */
function dependentParts(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  let depends = false;
  const end = (to: number): void => {
    const last = parts.at(-1);
    if (last && from - last.to < NEAR) last.to = to;
    else parts.push({ from, to });
    depends = false;
  };
  for (let at = 0; at < text.length;) {
    const codePoint = Number(text.codePointAt(at));
    const kind = kindOf(codePoint);
    if (kind === DEPENDENT) depends = true;
    else if (kind === SEPARATOR) {
      if (depends) end(at);
      from = at + 1;
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  if (depends) end(text.length);
  return parts;
}

/** `textOfWords` of a text in which every character is folded by itself. */
function folded(text: string): string {
  // As in `foldText`: of a text that becomes more than four times as long the rest is omitted.
  const writer = new UnitWriter(1000 + 4 * text.length);
  for (let at = 0; at < text.length && !writer.isFull;) {
    const codePoint = Number(text.codePointAt(at));
    if (codePoint < 0x80) writer.ascii(codePoint);
    else if (kindOf(codePoint) === FOLDED) for (const character of foldOf(codePoint)) writer.write(Number(character.codePointAt(0)));
    else writer.write(codePoint);
    at += codePoint > 0xffff ? 2 : 1;
  }
  return writer.end();
}

/** Writes words as UTF-16 into one buffer: strings that grow by a letter at a time take ten times as long. */
class UnitWriter {
  readonly #units: Uint16Array;
  #length = 0;
  /** The last letter of a script without spaces, which is the first one of the next pair. */
  #letter = 0;

  constructor(capacity: number) {
    this.#units = new Uint16Array(capacity + 8);
  }

  get isFull(): boolean {
    return this.#length > this.#units.length - 8;
  }

  /** A character of ASCII, which the tokenizer itself folds and splits. */
  ascii(codePoint: number): void {
    if (this.#letter !== 0) this.#endLetters();
    this.#units[this.#length++] = codePoint;
  }

  /** A character that is folded already. */
  write(codePoint: number): void {
    if (this.isFull) return;
    const kind = kindOf(codePoint);
    if (kind === PLAIN || kind === SEPARATOR) {
      if (this.#letter !== 0) this.#endLetters();
      this.#put(kind === PLAIN ? codePoint : SPACE);
    } else {
      if (this.#letter === 0) this.#put(SPACE);
      else {
        this.#put(this.#letter);
        this.#put(codePoint);
        this.#put(SPACE);
      }
      this.#letter = codePoint;
    }
  }

  end(): string {
    if (this.#letter !== 0) this.#endLetters();
    return Buffer.from(this.#units.buffer, 0, this.#length * 2).toString('utf16le');
  }

  #endLetters(): void {
    this.#put(this.#letter);
    this.#put(SPACE);
    this.#letter = 0;
  }

  #put(codePoint: number): void {
    if (codePoint > 0xffff) {
      this.#units[this.#length++] = 0xd800 + ((codePoint - 0x1_0000) >> 10);
      this.#units[this.#length++] = 0xdc00 + ((codePoint - 0x1_0000) & 0x3ff);
    } else this.#units[this.#length++] = codePoint;
  }
}
