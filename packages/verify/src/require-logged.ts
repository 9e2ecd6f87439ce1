import { type AccountCredential, isPlainObject } from '@colophon/contract';
import { fromBase64 } from './bytes/base64.ts';
import { digest } from './bytes/digest.ts';
import { LogError } from './log/log-error.ts';
import { parseLogProof, verifyLogProof } from './log/log-proof.ts';
import type { LogPolicy } from './log/policy.ts';
import { hex } from './log/verifier-key.ts';
import { TimeStampError } from './time/time-stamp-error.ts';
import { verifyTimeStamp } from './time/verify-time-stamp.ts';
import { type LoggedPlace, Refusal } from './verdict.ts';

/** What stands beside an account. */
export interface ProofParts {
  readonly proof: unknown;
  readonly timestamp: unknown;
}

/** What a proof is compared with. */
export interface ProofOptions {
  /** The log, and the witnesses that must have cosigned it. Without it no proof is checked. */
  readonly policy?: LogPolicy | undefined;
  /** The certificates of time-stamp authorities, in PEM. Without them no time stamp is checked. */
  readonly timeAuthorities?: string | undefined;
  readonly now?: Date | undefined;
}

/**
 * Verifies that an account is in a log of the policy, and the time stamp of the head.
 *
 * @param jws the account, whose digest was logged if it names no edition
 * @throws Refusal `proof_wrong`, `witnesses_missing`, `timestamp_wrong`
 */
export async function requireLogged(
  credential: AccountCredential,
  jws: unknown,
  { proof, timestamp }: ProofParts,
  { policy, timeAuthorities, now }: ProofOptions,
): Promise<LoggedPlace | null> {
  if (!policy) return null;
  if (proof === undefined) {
    if (policy.quorum === null) return null;
    throw new Refusal('witnesses_missing', 'The policy asks for witnesses, but the account has no proof that it is in a log.');
  }
  if (typeof proof !== 'string') throw new Refusal('proof_wrong', 'The proof of the log is not a text.');
  try {
    const { extra, checkpoint: note } = parseLogProof(proof);
    if (!extra) throw new LogError('proof_wrong', 'The proof does not say what was logged.');
    await requireOwnEntry(extra, credential, String(jws));
    const { index, checkpoint } = await verifyLogProof(proof, extra, { policy, ...(now ? { now } : {}) });
    const { origin, size } = checkpoint;
    const witnesses = checkpoint.witnesses.filter(({ state }) => state === 'valid').map(({ name, time }) => ({ name, time }));
    return { origin, index, size, witnesses, stamp: await stampOf(note, timestamp, { timeAuthorities, now }) };
  } catch (error) {
    if (error instanceof LogError) throw new Refusal(error.code === 'witnesses_missing' ? error.code : 'proof_wrong', error.message);
    throw error;
  }
}

/** The entry must be about this account: its edition, or the account itself if it is from before there were editions. */
async function requireOwnEntry(entry: Uint8Array, { credentialSubject: piece }: AccountCredential, jws: string): Promise<void> {
  const { contentId, edition, editionDigest } = piece;
  const leaf = parsed(entry);
  const expected = editionDigest ?? `sha256:${hex(await digest('SHA-256', new TextEncoder().encode(jws)))}`;
  const isOwn = edition === undefined ? String(leaf['id']).startsWith(`${contentId}.`) : leaf['id'] === `${contentId}.${edition}`;
  if (leaf['v'] !== 1 || leaf['kind'] !== 'edition' || !isOwn || leaf['digest'] !== expected)
    throw new LogError('proof_wrong', 'The proof is about another account.');
}

function parsed(entry: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(entry));
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}

async function stampOf(
  note: string,
  timestamp: unknown,
  { timeAuthorities, now }: Pick<ProofOptions, 'timeAuthorities' | 'now'>,
): Promise<LoggedPlace['stamp']> {
  if (timestamp === undefined || timeAuthorities === undefined) return null;
  const token = typeof timestamp === 'string' ? fromBase64(timestamp) : undefined;
  if (!token) throw new Refusal('timestamp_wrong', 'The time stamp is not in base64.');
  try {
    const data = new TextEncoder().encode(stampedPart(note));
    const { time, chain } = await verifyTimeStamp(token, { data, authorities: timeAuthorities, ...(now ? { now } : {}) });
    return { time: time.toISOString(), by: chain[0] ?? '' };
  } catch (error) {
    if (error instanceof TimeStampError) throw new Refusal('timestamp_wrong', error.message);
    throw error;
  }
}

/** What of a signed head is stamped: its text and the first signature, which is the log's. Witnesses may join it later. */
export function stampedPart(note: string): string {
  const end = note.lastIndexOf('\n\n') + 2;
  return note.slice(0, note.indexOf('\n', end) + 1);
}
