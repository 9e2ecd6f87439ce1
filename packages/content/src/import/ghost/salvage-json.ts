/** The readable part of a truncated JSON text. */
export interface SalvagedJson {
  readonly value: unknown;
  /** The line where it ended, from 1. */
  readonly line: number;
}

/** The nesting of a list of rows in an export: `{"db":[{"data":{"posts":[` and `{"data":{"posts":[`. */
const LISTS = new Set(['{[{{[', '{{[']);

/**
 * Reads a truncated export: all complete rows, without the one in which it ends. Undefined if it is not
 * JSON, or ends before the first row.
 */
export function salvageJson(text: string): SalvagedJson | undefined {
  const open: string[] = [];
  let shape = '';
  let complete: { end: number; open: string } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
    } else if (character === '{' || character === '[') {
      if (open.length > 10_000) return undefined;
      open.push(character);
      if (open.length <= 5) shape = open.join('');
    } else if (character === '}' || character === ']') {
      if (open.pop() !== (character === '}' ? '{' : '[')) return undefined;
      if (open.length <= 5) shape = open.join('');
      if (character === '}' && open.length <= 5 && LISTS.has(shape)) complete = { end: at + 1, open: shape };
    }
  }
  if (!complete || open.length === 0) return undefined;
  const closing = complete.open
    .split('')
    .toReversed()
    .map((bracket) => (bracket === '{' ? '}' : ']'));
  try {
    const value: unknown = JSON.parse(text.slice(0, complete.end) + closing.join(''));
    return { value, line: text.split('\n').length };
  } catch {
    return undefined;
  }
}

/** Returns the position of the closing quote of a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
