import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { parseDecimal } from './checkpoint.ts';
import { LogError } from './log-error.ts';
import { HASH_LENGTH, leafHash, MAXIMUM_PROOF, verifyInclusion } from './merkle.ts';
import { MAXIMUM_NOTE } from './signed-note.ts';
import { type VerifiedCheckpoint, verifyCheckpoint, type VerifyCheckpointOptions } from './verify-checkpoint.ts';

/** A proof that something was logged (C2SP tlog-proof), not verified. */
export interface LogProof {
  /** Data for the application, which nothing vouches for; null if there is none. */
  readonly extra: Uint8Array | null;
  /** Of the entry, from 0. */
  readonly index: number;
  /** From the neighbour of the leaf up. */
  readonly hashes: readonly Uint8Array[];
  /** The signed head, as the log issued it. */
  readonly checkpoint: string;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
const MAXIMUM_FILE = MAXIMUM_NOTE * 2;

/**
 * Reads a file of the form `tlog-proof@v1`.
 *
 * @throws LogError `proof_malformed`
 */
export function parseLogProof(file: Uint8Array | string): LogProof {
  const text = textOf(file);
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(0, end)).split('\n');
  if (first !== FIRST_LINE) throw malformed(`does not begin with ${FIRST_LINE} and end with a head of the log`);
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()?.slice(6) ?? '') : null;
  if (extra === undefined || extra?.length === 0) throw malformed('has extra data that is not in base64');
  const [, digits = ''] = /^index (\d+)$/.exec(lines.shift() ?? '') ?? [];
  const index = parseDecimal(digits);
  if (index === undefined) throw malformed('does not say which entry it is about');
  if (lines.length > MAXIMUM_PROOF) throw malformed(`has more than ${MAXIMUM_PROOF} hashes`);
  return { extra, index, hashes: lines.map(hashOf), checkpoint: text.slice(end + 2) };
}

/** Writes a file of the form `tlog-proof@v1`. */
export function formatLogProof({ extra, index, hashes, checkpoint }: LogProof): string {
  const lines = [FIRST_LINE, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`, ...hashes.map(toBase64), ''];
  return `${lines.join('\n')}\n${checkpoint}`;
}

/** A verified proof: the entry is in the log, at this place. */
export interface VerifiedLogProof {
  readonly index: number;
  readonly checkpoint: VerifiedCheckpoint;
}

/**
 * Verifies that an entry is in a log of the policy (C2SP tlog-proof; RFC 9162 §2.1.3.2): the head by {@link verifyCheckpoint}, and that the
 * hashes lead from the entry to its root.
 *
 * @param entry the bytes that were logged, not their hash
 * @throws LogError
 */
export async function verifyLogProof(
  file: Uint8Array | string,
  entry: Uint8Array,
  options: VerifyCheckpointOptions,
): Promise<VerifiedLogProof> {
  const { index, hashes, checkpoint } = parseLogProof(file);
  const head = await verifyCheckpoint(checkpoint, options);
  await verifyInclusion({ index, size: head.size, root: head.root, leafHash: await leafHash(entry), proof: hashes });
  return { index, checkpoint: head };
}

function hashOf(line: string): Uint8Array {
  const hash = fromBase64(line);
  if (hash?.length !== HASH_LENGTH) throw malformed('has a line that is not a hash in base64');
  return hash;
}

function textOf(file: Uint8Array | string): string {
  if (file.length > MAXIMUM_FILE) throw malformed(`is longer than ${MAXIMUM_FILE} bytes`);
  if (typeof file === 'string') return file;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    throw malformed('is not UTF-8');
  }
}

function malformed(what: string): LogError {
  return new LogError('proof_malformed', `The proof ${what}.`);
}
