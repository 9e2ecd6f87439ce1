import { randomBytes } from 'node:crypto';
import { collection, type Database, datetime, object, text } from '@colophon/core';
import { reserveAttempt, throttleKey } from '@colophon/core/throttle';
import { moment } from '../../rows.ts';
import { hashToken } from '../../tokens/token-format.ts';

/** How long a challenge may be answered, in milliseconds: 5 minutes. */
export const CHALLENGE_MS = 300_000;

/** Challenges that one address may ask for in ten minutes. */
const PER_ADDRESS = { attempts: 100, windowMs: 600_000 };

/** A challenge that a passkey is to sign, once. Only its SHA-256 is kept. */
export class PasskeyChallenge extends object(
  {
    hash: text({ required: true, private: true }),
    userId: text({ description: 'Who adds a passkey; null where somebody signs in.' }),
    expiresAt: datetime({ required: true }),
  },
  {
    table: 'passkey_challenges',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['hash']],
    indexes: [['expiresAt']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Challenges for passkeys that wait to be signed.',
  },
) {}

export class PasskeyChallenges extends collection(PasskeyChallenge) {}

/** Makes a challenge, for somebody who adds a passkey or, without a user, who signs in. @throws TooManyAttemptsError */
export async function makeChallenge(
  database: Database,
  { userId, address, now }: { userId: string | null; address: string; now: Date },
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await database.transaction(async () => {
    await reserveAttempt(database, `passkey-challenge:${throttleKey(address)}`, PER_ADDRESS, now);
    const expiresAt = new Date(now.getTime() + CHALLENGE_MS).toISOString();
    await new PasskeyChallenges(database).add({ hash: hashOf(Buffer.from(challenge).toString('base64url')), userId, expiresAt });
  });
  return challenge;
}

/**
 * Uses a challenge up, whatever comes of it: of many who answer it at once the database lets one.
 *
 * @returns whether it was open, and made for this purpose
 */
export async function takeChallenge(
  database: Database,
  { challenge, userId, now }: { challenge: string; userId: string | null; now: Date },
): Promise<boolean> {
  const taken = await database.run(
    database.dialect.builder
      .deleteFrom('passkey_challenges')
      .where('hash', '=', hashOf(challenge))
      .where('userId', userId === null ? 'is' : '=', userId)
      .where('expiresAt', '>', moment(database, now))
      .compile(),
  );
  return taken === 1;
}

const hashOf = (challenge: string): string => hashToken(`passkey ${challenge}`);
