import { Buffer } from 'node:buffer';
import { bareText } from './bare-text.ts';

/**
 * Returns the texts that are hidden in another one and that a model can read out of it although its words are others: spelled in numbers,
 * Morse code, Braille, flags or characters that nobody sees, or made of the first letters of words or lines. Most are noise: they are only
 * searched for something, one after the other, as together they are many times as long.
 */
export function* hiddenTexts(text: string): Generator<string, void, undefined> {
  for (const read of READINGS) {
    for (const each of read(text)) if (each !== '') yield each;
  }
}

const LONGEST_COUNTED = 100_000;

/**
 * Returns what is encoded in a text in pieces, and every second and third of its characters: letters and digits alone, in lower case.
 *
 * @param plain the text as `bareText` returns it
 */
export function* hiddenLetters(text: string, plain: string): Generator<string, void, undefined> {
  yield* encodedInPieces(text);
  yield* encodedInPieces(backwards(text));
  yield* everyFew(plain);
  // Characters between letters count too, where the text is short enough for anyone to count them.
  if (text.length <= LONGEST_COUNTED) for (const each of everyFew(text)) yield bareText(each);
}

const READINGS: readonly ((text: string) => Iterable<string>)[] = [
  unseenCharacters,
  signs,
  (text) => BASES.map((base) => spelledInNumbers(text, base)),
  (text) => [morse(text)],
  (text) => initials(text.split(/\s+/u)),
  (text) => initials(text.split(/[\r\n]+/u)),
  (text) => [
    text
      .split(/[^\p{L}\p{N}]+/u)
      .toReversed()
      .join(' '),
  ],
];

/** Tag characters, each of which stands for one of ASCII, and variation selectors, each of which stands for a byte. */
function unseenCharacters(text: string): string[] {
  const tags = Array.from(text.matchAll(/[\u{e0020}-\u{e007e}]/gu), ([each]) => String.fromCodePoint(codeOf(each) - 0xe_00_00));
  const bytes = Array.from(text.matchAll(/[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu), ([each]) => {
    const code = codeOf(each);
    return code < 0xe_00_00 ? code - 0xfe_00 : code - 0xe_01_00 + 16;
  });
  return [tags.join(''), Buffer.from(bytes).toString('utf8')];
}

const BRAILLE = new Map(
  Array.from('⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵', (sign, index): [string, string] => [sign, String.fromCodePoint(0x61 + index)]),
);

/** Braille, and the letters that flags consist of. */
function signs(text: string): string[] {
  let found = false;
  const read = text.replaceAll(/[\u2801-\u283f\u{1f1e6}-\u{1f1ff}]/gu, (sign) => {
    found = true;
    return BRAILLE.get(sign) ?? (codeOf(sign) >= 0x1_f1_e6 ? String.fromCodePoint(codeOf(sign) - 0x1_f1_e6 + 0x61) : sign);
  });
  return found ? [read] : [];
}

interface Base {
  readonly radix: number;
  readonly number: RegExp;
}

/** How codes of characters are written, with the prefixes of programming languages. */
const BASES: readonly Base[] = [
  { radix: 2, number: /^(?:0b)?([01]{7,8})$/i },
  { radix: 8, number: /^(?:0?o)?([0-7]{2,3})$/i },
  { radix: 10, number: /^(\d{2,3})$/ },
  { radix: 16, number: /^(?:0?x|u)?([0-9a-f]{2,6})$/i },
];
/** Fewer numbers in a row spell nothing. */
const SHORTEST_RUN = 8;

/** Returns what runs of numbers spell, whatever stands between them. */
function spelledInNumbers(text: string, { radix, number }: Base): string {
  const runs: string[] = [];
  let run: string[] = [];
  const end = (): void => {
    if (run.length >= SHORTEST_RUN) runs.push(run.join(''));
    run = [];
  };
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const digits = number.exec(word)?.[1];
    const code = digits === undefined ? undefined : Number.parseInt(digits, radix);
    // The prefix of U+0041 is a word of its own.
    if (code !== undefined && code <= 0x10_ff_ff) run.push(String.fromCodePoint(code));
    else if (!/^[ux]$/i.test(word)) end();
  }
  end();
  return runs.join(' ');
}

const MORSE = new Map(
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'
    .split(' ')
    .map((sign, index): [string, string] => [sign, String.fromCodePoint(0x61 + index)]),
);

/** Replaces the signs alone: letters that are not spelled in Morse code stand between them. */
function morse(text: string): string {
  const plain = text.replaceAll(/[·•∙]/gu, '.').replaceAll(/[‐-―−_]/gu, '-');
  return plain.replaceAll(/[.-]{1,4}/g, (sign) => MORSE.get(sign) ?? sign);
}

/**
 * Returns base64 and base32 whose pieces are separated by anything else, or in which something precedes: it is decoded from each position
 * that a group can begin at.
 */
function* encodedInPieces(text: string): Generator<string, void, undefined> {
  const base64 = text.replaceAll(/[^A-Za-z0-9+/_-]+/g, '');
  const base32 = text.replaceAll(/[^A-Z2-7]+/g, '');
  for (let from = 0; from < 4; from += 1) yield lettersOf(Buffer.from(base64.slice(from), 'base64'));
  for (let from = 0; from < 8; from += 1) yield fromBase32(base32.slice(from));
}

function backwards(text: string): string {
  let turned = '';
  for (let index = text.length - 1; index >= 0; index -= 1) turned += text[index];
  return turned;
}

function fromBase32(text: string): string {
  const bytes: number[] = [];
  let [bits, length] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    bits = ((bits << 5) | (code >= 0x41 ? code - 0x41 : code - 0x32 + 26)) & 0xf_ff;
    length += 5;
    if (length < 8) continue;
    length -= 8;
    bytes.push((bits >> length) & 0xff);
  }
  return lettersOf(bytes);
}

/** Returns the letters and digits of ASCII in lower case: the rest of what was decoded from a wrong position is noise. */
function lettersOf(bytes: Uint8Array | readonly number[]): string {
  const letters = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (const byte of bytes) {
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    if ((lower >= 0x61 && lower <= 0x7a) || (lower >= 0x30 && lower <= 0x39)) letters[length++] = lower;
  }
  return letters.toString('latin1', 0, length);
}

/** Returns the first, and the last, letters of words or lines. */
function initials(parts: readonly string[]): string[] {
  const letters = parts.map((part) => part.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return [letters.map((part) => part.slice(0, 1)).join(''), letters.map((part) => part.slice(-1)).join('')];
}

/** Returns every second and every third character, from each position. */
function* everyFew(text: string): Generator<string, void, undefined> {
  for (const step of [2, 3]) for (let from = 0; from < step; from += 1) yield everyFrom(text, from, step);
}

function everyFrom(letters: string, from: number, step: number): string {
  let found = '';
  for (let index = from; index < letters.length; index += step) found += letters[index];
  return found;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
