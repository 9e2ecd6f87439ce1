import { isPlainObject, pointerStep } from './json.ts';

/** Maximum nesting depth of {@link canonicalJson}; deeper values are rejected to avoid a stack overflow. */
export const CANONICAL_JSON_MAX_DEPTH = 512;

/** A value that has no canonical JSON form. `pointer` (RFC 6901) says where it is. */
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
 * Serializes a value as RFC 8785 canonical JSON: members ordered by UTF-16 code units, ECMAScript's number format, no white space.
 *
 * Equal JSON values produce equal text, so the text can be hashed and signed. The members are written one by one: rebuilding an object in
 * order and calling `JSON.stringify` on it would put integer-like names first, in numeric order.
 *
 * @throws CanonicalJsonError for values that JSON cannot represent exactly: NaN and infinities, undefined, bigint, functions, symbols,
 * class instances (including dates), holes in arrays, lone surrogates, and nesting beyond {@link CANONICAL_JSON_MAX_DEPTH} (which a cycle
 * always reaches).
 *
 * @example
 * canonicalJson({ 9: 'nine', 10: 'ten', b: 1e21 }) // '{"10":"ten","9":"nine","b":1e+21}'
 */
export function canonicalJson(value: unknown): string {
  return writeValid(value, 0) ?? write(value, []);
}

/**
 * Writes a value like `write`, in half the time, because it records no path; undefined if the value has no canonical form or is too deep.
 */
function writeValid(value: unknown, depth: number): string | undefined {
  if (depth > CANONICAL_JSON_MAX_DEPTH) return undefined;
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  let text = '';
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const item = writeValid(value[index], depth + 1);
      if (item === undefined) return undefined;
      text += index === 0 ? item : `,${item}`;
    }
    return `[${text}]`;
  }
  if (!isPlainObject(value)) return undefined;
  for (const name of Object.keys(value).sort()) {
    const key = quoted(name);
    const member = writeValid(value[name], depth + 1);
    if (key === undefined || member === undefined) return undefined;
    text += text === '' ? `${key}:${member}` : `,${key}:${member}`;
  }
  return `{${text}}`;
}

const LONGEST_SCANNED = 64;
/** Printable ASCII without quotation marks and backslashes, which JSON does not escape. */
const UNESCAPED = /^[ !#-[\]-~]*$/;

/** Most texts are short and need no escapes: scanning them takes less time than `JSON.stringify`. */
function quoted(text: string): string | undefined {
  if (text.length <= LONGEST_SCANNED && UNESCAPED.test(text)) return `"${text}"`;
  return text.isWellFormed() ? JSON.stringify(text) : undefined;
}

/** The path of a value, converted to a pointer for the error. */
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
  if (!value.isWellFormed()) throw fault(path, 'it contains a lone surrogate, which is not a character');
  return JSON.stringify(value);
}

function writeNumber(value: number, path: Path): string {
  if (!Number.isFinite(value)) throw fault(path, `${value} is not a JSON number`);
  // RFC 8785 §3.2.2.3 prescribes ECMAScript's own format; minus zero becomes 0.
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
  // sort() compares UTF-16 code units by default, as RFC 8785 §3.2.3 requires.
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
