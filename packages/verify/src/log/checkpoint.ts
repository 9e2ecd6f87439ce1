import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { equalBytes } from '../bytes/bytes.ts';
import { LogError } from './log-error.ts';
import { HASH_LENGTH } from './merkle.ts';

/** The head of a log (C2SP tlog-checkpoint, "Note text"). */
export interface Checkpoint {
  /** The identity of the log. */
  readonly origin: string;
  /** The number of its entries. */
  readonly size: number;
  readonly root: Uint8Array;
  /** Lines that nobody but the log vouches for. */
  readonly extensions: readonly string[];
}

/** SHA-256 of nothing. */
const EMPTY_ROOT = fromBase64('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=') ?? new Uint8Array();

/**
 * Reads the text of a checkpoint. Sizes of 2^53 and more are refused.
 *
 * @throws LogError `checkpoint_malformed`
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length < 3 || lines.includes('')) throw malformed('has fewer than three lines, or an empty one');
  const [origin = '', size = '', encoded = '', ...extensions] = lines;
  const root = fromBase64(encoded);
  if (root?.length !== HASH_LENGTH) throw malformed('has a root that is not a hash in base64');
  const number = parseDecimal(size);
  if (number === undefined) throw malformed('has a size that is not a number, or too large');
  if (number === 0 && !equalBytes(root, EMPTY_ROOT)) throw malformed('has a root, but no entries');
  return { origin, size: number, root, extensions };
}

/**
 * Writes the text of a checkpoint.
 *
 * @throws LogError `checkpoint_malformed` if it could not be read again as this
 */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  const text = [origin, String(size), toBase64(root), ...extensions].map((line) => `${line}\n`).join('');
  const read = parseCheckpoint(text);
  if (read.origin !== origin || read.extensions.length !== extensions.length) throw malformed('has a line feed within a line');
  return text;
}

/** A decimal number without leading zeros, below 2^53; undefined otherwise. */
export function parseDecimal(digits: string): number | undefined {
  const number = /^(?:0|[1-9]\d{0,15})$/.test(digits) ? Number(digits) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

function malformed(what: string): LogError {
  return new LogError('checkpoint_malformed', `The head of the log ${what}.`);
}
