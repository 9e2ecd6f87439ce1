import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { LogError } from './log-error.ts';
import { isQuorum, type LogPolicy } from './policy.ts';
import { parseNote, type SignedNote } from './signed-note.ts';
import { SIGNATURE_TYPE, type VerifierKey } from './verifier-key.ts';
import { type SignatureState, verifySignature } from './verify-signature.ts';

/** What a witness of the policy has to do with a checkpoint. */
export interface WitnessStatement {
  /** The name that the policy gives it. */
  readonly name: string;
  readonly key: VerifierKey;
  /** Only `valid` counts towards the quorum. */
  readonly state: 'valid' | 'in_future' | 'not_checked' | 'missing';
  /** When it cosigned, in seconds since 1970, the earliest of several; null if unknown, or if it does not say. */
  readonly time: number | null;
}

/** A checkpoint that satisfies a policy. */
export interface VerifiedCheckpoint extends Checkpoint {
  /** The note that it was read from. */
  readonly note: SignedNote;
  /** The key of the log that signed it. */
  readonly log: VerifierKey;
  /** All witnesses of the policy. */
  readonly witnesses: readonly WitnessStatement[];
}

export interface VerifyCheckpointOptions {
  readonly policy: LogPolicy;
  /** The origin that the log must have; any log of the policy without it. */
  readonly origin?: string;
  /** Defaults to now. */
  readonly now?: Date;
}

/**
 * Verifies the head of a log: that a log of the policy signed it, under its own name, and that the witnesses that the policy asks for
 * cosigned it (C2SP tlog-checkpoint, tlog-cosignature, tlog-policy).
 *
 * Signatures of unknown keys are ignored. Each one of a known key must be valid, however many there are, and a key counts once. A witness
 * that dates its cosignature into the future does not count, and neither does one whose algorithm this runtime does not have: it is
 * reported as `not_checked`.
 *
 * @throws LogError `note_malformed`, `checkpoint_malformed`, `log_unknown`, `signature_wrong`, `not_checkable`, `witnesses_missing`
 */
export async function verifyCheckpoint(
  note: Uint8Array | string,
  { policy, origin, now = new Date() }: VerifyCheckpointOptions,
): Promise<VerifiedCheckpoint> {
  const signed = parseNote(note);
  const checkpoint = parseCheckpoint(signed.text);
  const seconds = now.getTime() / 1000;
  const logs = policy.logs.map(({ key }) => key).filter(({ name }) => name === checkpoint.origin && (origin ?? name) === name);
  const log = await verifiedLog(logs, signed, checkpoint, seconds);
  const witnesses: WitnessStatement[] = [];
  for (const { name, key } of policy.witnesses) witnesses.push(statementOf(name, key, await statesOf(key, signed, seconds)));
  const cosigned = new Set(witnesses.filter(({ state }) => state === 'valid').map(({ name }) => name));
  if (!isQuorum(policy, cosigned))
    throw new LogError('witnesses_missing', `The policy asks for more witnesses than have cosigned: ${described(witnesses)}.`);
  return { ...checkpoint, note: signed, log, witnesses };
}

async function verifiedLog(
  logs: readonly VerifierKey[],
  note: SignedNote,
  { origin, extensions }: Checkpoint,
  now: number,
): Promise<VerifierKey> {
  const signers: VerifierKey[] = [];
  let isNotChecked = false;
  // All of them: a signature that does not fit is a fault, even if that of another key does.
  for (const key of logs) {
    const states = await statesOf(key, note, now);
    if (states.some(({ state }) => state === 'valid')) signers.push(key);
    if (states.some(({ state }) => state === 'not_checked')) isNotChecked = true;
  }
  // The message of ML-DSA-44 leaves further lines out, so anybody can have added them.
  const signer = signers.find(({ type }) => extensions.length === 0 || type !== SIGNATURE_TYPE.mlDsa44Cosignature);
  if (signer) return signer;
  if (signers.length > 0) throw new LogError('checkpoint_malformed', 'The head of the log has lines that its signature does not cover.');
  if (isNotChecked) throw new LogError('not_checkable', `This runtime cannot check the signature of ${shown(origin)}.`);
  throw new LogError('log_unknown', `No known log has signed the head of ${shown(origin)}.`);
}

/** @throws LogError `signature_wrong` */
async function statesOf(key: VerifierKey, { text, signatures }: SignedNote, now: number): Promise<readonly SignatureState[]> {
  const states: SignatureState[] = [];
  for (const { signature, ...line } of signatures) {
    if (line.name !== key.name || line.id !== key.id) continue;
    const state = await verifySignature(key, text, signature, now);
    if (state.state === 'wrong') throw new LogError('signature_wrong', `The signature of ${key.name} does not fit the head of the log.`);
    states.push(state);
  }
  return states;
}

function statementOf(name: string, key: VerifierKey, states: readonly SignatureState[]): WitnessStatement {
  const times = states.flatMap((each) => (each.state === 'valid' && each.time !== undefined ? [each.time] : []));
  const state = (['valid', 'in_future', 'not_checked'] as const).find((each) => states.some((one) => one.state === each)) ?? 'missing';
  return { name, key, state, time: times.length > 0 ? Math.min(...times) : null };
}

function described(witnesses: readonly WitnessStatement[]): string {
  const texts = {
    valid: 'cosigned',
    in_future: 'cosigned in the future',
    not_checked: 'cannot be checked here',
    missing: 'missing',
  } as const;
  return witnesses.map(({ name, state }) => `${name} ${texts[state]}`).join(', ') || 'there are none';
}

function shown(origin: string): string {
  return origin.slice(0, 100);
}
