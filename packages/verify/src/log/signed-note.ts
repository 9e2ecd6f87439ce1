import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { concatBytes } from '../bytes/bytes.ts';
import { LogError } from './log-error.ts';
import { hex, isKeyName, type VerifierKey } from './verifier-key.ts';

/** One signature line of a note, not verified. */
export interface NoteSignature {
  readonly name: string;
  /** The key ID: eight hexadecimal digits. */
  readonly id: string;
  /** What follows the key ID. */
  readonly signature: Uint8Array;
}

/** A note that was read, not verified: its text is worth nothing until a signature of a known key was. */
export interface SignedNote {
  /** With its final line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** The most bytes of a note: more than enough for 16 signatures of every type, as the standard asks. */
export const MAXIMUM_NOTE = 262_144;
const MAXIMUM_SIGNATURES = 64;

/**
 * Reads a signed note (C2SP signed-note, "Format"): a text, an empty line, and signature lines. What looks like a signature within the
 * text is text, because the last empty line separates.
 *
 * @throws LogError `note_malformed`
 */
export function parseNote(note: Uint8Array | string): SignedNote {
  const whole = textOf(note);
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0009\u000b-\u001f]/.test(whole)) throw malformed('has a control character; its lines end with a line feed alone');
  const end = whole.lastIndexOf('\n\n');
  if (end < 1 || !whole.endsWith('\n')) throw malformed('is not a text, an empty line and signature lines');
  const lines = whole.slice(end + 2, -1).split('\n');
  if (lines.length > MAXIMUM_SIGNATURES) throw malformed(`has more than ${MAXIMUM_SIGNATURES} signatures`);
  return { text: whole.slice(0, end + 1), signatures: lines.map(parseSignature) };
}

/** Reads one signature line, without its line feed. @throws LogError `note_malformed` */
export function parseSignature(line: string): NoteSignature {
  const [, name = '', encoded = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || !bytes || bytes.length < 5) throw malformed('has a line among its signatures that is none');
  return { name, id: hex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
}

/** Writes a signature line, with its line feed. */
export function formatSignature({ name, id }: Pick<VerifierKey, 'name' | 'id'>, signature: Uint8Array): string {
  const idBytes = Uint8Array.from(id.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  return `— ${name} ${toBase64(concatBytes([idBytes, signature]))}\n`;
}

/**
 * Writes a note from its text and signature lines.
 *
 * @throws LogError `note_malformed` if it could not be read again as these
 */
export function formatNote(text: string, signatures: readonly string[]): string {
  const note = `${text}\n${signatures.join('')}`;
  if (parseNote(note).text !== text) throw malformed('has a text that does not end with one line feed');
  return note;
}

function textOf(note: Uint8Array | string): string {
  if (note.length > MAXIMUM_NOTE) throw malformed(`is longer than ${MAXIMUM_NOTE} bytes`);
  if (typeof note === 'string') {
    if (!note.isWellFormed()) throw malformed('is not UTF-8');
    return note;
  }
  try {
    // The byte order mark is part of what was signed.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(note);
  } catch {
    throw malformed('is not UTF-8');
  }
}

function malformed(what: string): LogError {
  return new LogError('note_malformed', `The note ${what}.`);
}
