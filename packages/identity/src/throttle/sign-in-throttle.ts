import type { Database } from '@colophon/core';
import { type Allowance, isUsedUp, reserveAttempt, returnAttempt, throttleKey } from '@colophon/core/throttle';
import { moment } from '../rows.ts';
import { hashToken } from '../tokens/token-format.ts';

const WINDOW_MS = 600_000;

/** Wrong passwords for one account from one address. */
const WRONG: Allowance = { attempts: 10, windowMs: WINDOW_MS };
/** Right passwords for one account from one address: each costs 32 MB for a tenth of a second, and leaves a session. */
const RIGHT: Allowance = { attempts: 30, windowMs: WINDOW_MS };
/** Wrong passwords from one address, for any account. */
const WRONG_FROM_ADDRESS: Allowance = { attempts: 50, windowMs: WINDOW_MS };
/**
 * Wrong passwords for one account from anywhere. It bounds who guesses from many addresses at once, and never concerns an
 * address where the person has signed in before: strangers do not keep an owner out.
 */
const WRONG_FOR_ACCOUNT: Allowance = { attempts: 100, windowMs: WINDOW_MS };

/** How many of a person's latest browser sessions tell where they sign in from. */
const KNOWN_SESSIONS = 200;

/** An attempt to sign in that was let through. Settle it once it is known whether the password was right. */
export interface SignInAttempt {
  readonly settle: (right: boolean) => Promise<void>;
}

/**
 * Reserves an attempt to sign in before the password is looked at. Wrong and right ones count apart, each by account and
 * address together.
 *
 * @throws TooManyAttemptsError
 */
export async function reserveSignIn(
  database: Database,
  { account, address, now }: { account: string; address: string; now: Date },
): Promise<SignInAttempt> {
  const from = throttleKey(address);
  const who = hashToken(account);
  const isKnown = await hasSignedInFrom(database, { account, from, now });
  const { right, wrong } = await database.transaction(async () => {
    // In this order always, so that two attempts never wait for each other.
    const byAddress = await reserveAttempt(database, `sign-in-from:${from}`, WRONG_FROM_ADDRESS, now);
    const byBoth = await reserveAttempt(database, `sign-in:${who}:${from}`, WRONG, now);
    const signedIn = await reserveAttempt(database, `signed-in:${who}:${from}`, RIGHT, now);
    const subject = `sign-in-to:${who}`;
    const passes = isKnown && (await isUsedUp(database, subject, WRONG_FOR_ACCOUNT, now));
    const byAccount = passes ? [] : [await reserveAttempt(database, subject, WRONG_FOR_ACCOUNT, now)];
    return { right: [signedIn], wrong: [byAddress, byBoth, ...byAccount] };
  });
  return {
    settle: async (wasRight) => {
      for (const id of wasRight ? wrong : right) await returnAttempt(database, id);
    },
  };
}

/** Whether the person with this address has signed in from there. One read, the same whether there is such a person or not. */
async function hasSignedInFrom(database: Database, { account, from, now }: { account: string; from: string; now: Date }): Promise<boolean> {
  const rows = await database.all(
    database.dialect.builder
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.userId')
      .select('s.address as address')
      .where('u.email', '=', account)
      .where('s.kind', '=', 'browser')
      .where('s.created_at', '<=', moment(database, now))
      .orderBy('s.created_at', 'desc')
      .limit(KNOWN_SESSIONS)
      .compile(),
  );
  return rows.some((row) => typeof row['address'] === 'string' && throttleKey(row['address']) === from);
}
