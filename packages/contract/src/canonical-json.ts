import { isPlainObject, pointerStep } from './json.ts';

/** Levels of nesting that {@link canonicalJson} follows; deeper values are refused rather than overflowing the stack. */
export const CANONICAL_JSON_MAX_DEPTH = 512;

/** A value that has no canonical JSON form. `pointer` (RFC 6901) says where it sits. */
export class CanonicalJsonError extends Error {
  readonly code = 'not_canonical_json';
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super(`No canonical JSON for the value at ${pointer === '' ? 'the top' : pointer}: ${reason}`);
    this.name = 'CanonicalJsonError';
    this.pointer = pointer;
  }
}

/**
 * Writes a value as RFC 8785 canonical JSON: members ordered by UTF-16 code units, ECMAScript's own number form, no white space.
 *
 * Equal JSON values give equal text, so the text can be hashed and signed. The members are written one by one: rebuilding an
 * object in order and calling `JSON.stringify` on it would put integer-like names first, in numeric order.
 *
 * @throws CanonicalJsonError for what JSON cannot say exactly: NaN and infinities, undefined, bigint, functions, symbols,
 * class instances (dates included), holes in arrays, lone surrogates, and nesting beyond {@link CANONICAL_JSON_MAX_DEPTH}
 * (which a cycle always reaches).
 *
 * @example
 * canonicalJson({ 9: 'nine', 10: 'ten', b: 1e21 }) // '{"10":"ten","9":"nine","b":1e+21}'
 */
export function canonicalJson(value: unknown): string {
  return write(value, []);
}

/** The steps that lead to a value. Only an error makes a pointer of them, since most values never need one. */
type Path = (string | number)[];

function write(value: unknown, path: Path): string {
  if (path.length > CANONICAL_JSON_MAX_DEPTH) throw fault(path, `it is nested deeper than ${CANONICAL_JSON_MAX_DEPTH} levels`);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return writeString(value, path);
  if (typeof value === 'number') return writeNumber(value, path);
  if (Array.isArray(value)) return writeArray(value, path);
  if (isPlainObject(value)) return writeObject(value, path);
  throw fault(path, `it is ${describe(value)}, which is not JSON`);
}

function writeString(value: string, path: Path): string {
  if (!value.isWellFormed()) throw fault(path, 'it holds half of a surrogate pair, which is not a character');
  return JSON.stringify(value);
}

function writeNumber(value: number, path: Path): string {
  if (!Number.isFinite(value)) throw fault(path, `${value} is not a JSON number`);
  // ECMAScript's own form is the one that RFC 8785 §3.2.2.3 prescribes; minus zero becomes 0.
  return String(value);
}

function writeArray(value: readonly unknown[], path: Path): string {
  let text = '[';
  // Not map(), which would skip holes.
  for (let index = 0; index < value.length; index += 1) {
    path.push(index);
    text += `${index === 0 ? '' : ','}${write(value[index], path)}`;
    path.pop();
  }
  return `${text}]`;
}

function writeObject(value: Readonly<Record<string, unknown>>, path: Path): string {
  // The default order of sort() compares UTF-16 code units, which is what RFC 8785 §3.2.3 asks for.
  const names = Object.keys(value).sort();
  let text = '{';
  for (const name of names) {
    path.push(name);
    text += `${text === '{' ? '' : ','}${writeString(name, path)}:${write(value[name], path)}`;
    path.pop();
  }
  return `${text}}`;
}

function fault(path: Path, reason: string): CanonicalJsonError {
  return new CanonicalJsonError(
    path.reduce<string>((pointer, step) => pointerStep(pointer, step), ''),
    reason,
  );
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`;
  return `an instance of ${value.constructor?.name ?? 'a class'}`;
}
