import { createHash, randomBytes } from 'node:crypto';
import { type Call, type Database, port, UsageError, ValidationError } from '@colophon/core';
import { reserveAttempt, TooManyAttemptsError } from '@colophon/core/throttle';
import { z } from 'zod';
import type { Proof } from '../intake/inputs.ts';
import { sign } from '../record/keys.ts';
import { extraBits } from '../record/throttles.ts';
import { isSame } from '../record/is-same.ts';

/** A proof-of-work challenge: find a nonce whose hash with the salt begins with the given number of zero bits. */
export interface Challenge {
  readonly salt: string;
  readonly bits: number;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly signature: string;
}

export const ChallengeAnswer = z.object({
  salt: z.string(),
  bits: z.int().describe('Find a nonce so that SHA-256 of salt, a dot and the nonce begins with this many zero bits.'),
  issuedAt: z.string(),
  expiresAt: z.string(),
  signature: z.string(),
});

/** About 0.3 seconds in a browser. */
const BITS = 18;

/** The proof of work for anonymous submissions at normal load, in bits from 1 to 30; each further bit doubles it. */
export const challengeBits = port('challengeBits', BITS);

const LIFE_MS = 600_000;
/** Few people send a letter sooner than this after they opened its form. */
const LEAST_MS = 3000;

/** Creates a challenge. The server stores nothing, because the challenge is signed. */
export async function issueChallenge(database: Database, call: Call): Promise<Challenge> {
  const now = call.now();
  const { tenantId } = call.caller;
  const parts = {
    salt: randomBytes(16).toString('base64url'),
    bits: bitsOf(database) + (await extraBits(database, tenantId, now)),
    issuedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + LIFE_MS).toISOString(),
  };
  return { ...parts, signature: signatureOf(database, parts, tenantId) };
}

/**
 * Verifies the proof of work: each challenge is accepted once, within ten minutes.
 *
 * @throws ValidationError `proof_required`, `proof_wrong`
 */
export async function requireProof(database: Database, call: Call, proof: Proof | undefined): Promise<UsedChallenge> {
  if (!proof) {
    throw new ValidationError('This needs a proof of work.', {
      code: 'proof_required',
      errors: [{ pointer: '/proof', code: 'proof_required', detail: 'must be the challenge with the nonce that was found' }],
      hint: 'GET content-contributions/challenge, find the nonce, and send both in proof.',
    });
  }
  if (!hasLeadingZeros(createHash('sha256').update(`${proof.salt}.${proof.nonce}`).digest(), proof.bits))
    throw wrong('the nonce does not fit');
  return useChallenge(database, call, proof);
}

/** What a used challenge tells about the sender. */
export interface UsedChallenge {
  /** It came within three seconds: a program, or a person who pastes quickly. An editor decides; it is not refused. */
  readonly isQuick: boolean;
}

/** Verifies a challenge and marks it as used. @throws ValidationError `proof_wrong` */
export async function useChallenge(database: Database, call: Call, challenge: Challenge): Promise<UsedChallenge> {
  const now = call.now();
  if (!isSame(challenge.signature, signatureOf(database, challenge, call.caller.tenantId))) throw wrong('the challenge is not one of ours');
  if (challenge.expiresAt <= now.toISOString()) throw wrong('the challenge has expired');
  try {
    await reserveAttempt(database, `contribution-salt:${challenge.salt}`, { attempts: 1, windowMs: LIFE_MS }, now);
  } catch (error) {
    throw error instanceof TooManyAttemptsError ? wrong('the challenge was used before') : error;
  }
  return { isQuick: now.getTime() - Date.parse(challenge.issuedAt) < LEAST_MS };
}

/** @throws UsageError unless it is a whole number from 1 to 30 */
function bitsOf(database: Database): number {
  const bits = database.ports.use(challengeBits);
  if (!(Number.isInteger(bits) && bits >= 1 && bits <= 30))
    throw new UsageError('The work of contributions must be a whole number of bits from 1 to 30.');
  return bits;
}

function signatureOf(
  database: Database,
  { salt, bits, issuedAt, expiresAt }: Omit<Challenge, 'signature'>,
  tenantId: string | null,
): string {
  return sign(database, 'contribution challenge', JSON.stringify([tenantId, salt, bits, issuedAt, expiresAt]));
}

function hasLeadingZeros(hash: Buffer, bits: number): boolean {
  const whole = bits >> 3;
  return hash.subarray(0, whole).every((byte) => byte === 0) && (bits % 8 === 0 || (hash[whole] ?? 255) >> (8 - (bits % 8)) === 0);
}

function wrong(why: string): ValidationError {
  return new ValidationError(`The proof of work is not accepted: ${why}.`, {
    code: 'proof_wrong',
    errors: [{ pointer: '/proof', code: 'proof_wrong', detail: why }],
    hint: 'Ask for a new challenge.',
  });
}
