import { randomBytes } from 'node:crypto';
import { collection, type Database, datetime, object, text } from '@colophon/core';
import { reserveAttempt, throttleKey } from '@colophon/core/throttle';
import { moment } from '../../rows/rows.ts';
import { hashToken } from '../../tokens/token-format.ts';

/** The lifetime of a challenge, in milliseconds: 5 minutes. */
export const CHALLENGE_MS = 300_000;

/** The maximum number of challenges without a valid answer, per user who adds passkeys, or per address. */
const ALLOWANCE = { attempts: 100, windowMs: 600_000 };

/** A challenge for a passkey to sign, once. Only its SHA-256 is stored. */
export class PasskeyChallenge extends object(
  {
    hash: text({ required: true, private: true }),
    userId: text({ description: 'The user who adds a passkey; null for a sign-in.' }),
    attemptId: text({ description: 'The attempt that it counts as, refunded by a valid answer.' }),
    expiresAt: datetime({ required: true }),
  },
  {
    table: 'passkey_challenges',
    kept: 'passing',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['hash']],
    indexes: [['expiresAt']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Challenges for passkeys to sign.',
  },
) {}

export class PasskeyChallenges extends collection(PasskeyChallenge) {}

/** Creates a challenge for adding a passkey or, without a user, for signing in. @throws TooManyAttemptsError */
export async function makeChallenge(
  database: Database,
  { userId, address, now }: { userId: string | null; address: string; now: Date },
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await database.transaction(async () => {
    const subject = userId === null ? throttleKey(address) : `person:${userId}`;
    const attemptId = await reserveAttempt(database, `passkey-challenge:${subject}`, ALLOWANCE, now);
    const expiresAt = new Date(now.getTime() + CHALLENGE_MS).toISOString();
    await new PasskeyChallenges(database).add({ hash: hashOf(Buffer.from(challenge).toString('base64url')), userId, attemptId, expiresAt });
  });
  return challenge;
}

/** A used challenge: a valid answer refunds its attempt. */
export interface TakenChallenge {
  readonly attemptId: string | null;
}

/**
 * Uses up a challenge, whatever the outcome: of many concurrent answers the database lets one succeed.
 *
 * @returns undefined if it was not open, or has another purpose
 */
export async function takeChallenge(
  database: Database,
  { challenge, userId, now }: { challenge: string; userId: string | null; now: Date },
): Promise<TakenChallenge | undefined> {
  return database.transaction(async () => {
    const [challengeRow] = await database.all(
      database.dialect.builder
        .deleteFrom('passkey_challenges')
        .where('hash', '=', hashOf(challenge))
        .where('userId', userId === null ? 'is' : '=', userId)
        .where('expiresAt', '>', moment(database, now))
        .returning('attemptId')
        .compile(),
    );
    return challengeRow && { attemptId: challengeRow['attemptId'] === null ? null : (challengeRow['attemptId'] as string) };
  });
}

const hashOf = (challenge: string): string => hashToken(`passkey ${challenge}`);
