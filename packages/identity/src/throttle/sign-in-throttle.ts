import type { Database } from '@colophon/core';
import { type Allowance, isUsedUp, reserveAttempt, returnAttempt, throttleKey } from '@colophon/core/throttle';
import { moment } from '../rows/rows.ts';
import { hashToken } from '../tokens/token-format.ts';

const WINDOW_MS = 600_000;

/** Wrong passwords for one account from one address. */
const WRONG: Allowance = { attempts: 10, windowMs: WINDOW_MS };
/** Right passwords for one account from one address: each costs 32 MB for a tenth of a second, and creates a session. */
const RIGHT: Allowance = { attempts: 30, windowMs: WINDOW_MS };
/** Wrong passwords from one address, for any account. */
const WRONG_FROM_ADDRESS: Allowance = { attempts: 50, windowMs: WINDOW_MS };
/**
 * Wrong passwords for one account from anywhere. It limits attackers with many addresses, and never applies to an address from which the
 * user has signed in before: strangers cannot lock an owner out.
 */
const WRONG_FOR_ACCOUNT: Allowance = { attempts: 100, windowMs: WINDOW_MS };

/** How many of a user's latest browser sessions are searched for known addresses. */
const KNOWN_SESSIONS = 200;

/** A reserved sign-in attempt. Settle it once it is known whether the password was right. */
export interface SignInAttempt {
  readonly settle: (right: boolean) => Promise<void>;
}

/**
 * Reserves a sign-in attempt before the password is checked. Wrong and right ones are counted separately, each by account and address
 * together.
 *
 * @throws TooManyAttemptsError
 */
export async function reserveSignIn(
  database: Database,
  { account, address, now }: { account: string; address: string; now: Date },
): Promise<SignInAttempt> {
  const from = throttleKey(address);
  const accountHash = hashToken(account);
  const isKnown = await hasSignedInFrom(database, { account, from, now });
  const { right, wrong } = await database.transaction(async () => {
    // Always in this order, so that two attempts cannot deadlock.
    const byAddress = await reserveAttempt(database, `sign-in-from:${from}`, WRONG_FROM_ADDRESS, now);
    const byBoth = await reserveAttempt(database, `sign-in:${accountHash}:${from}`, WRONG, now);
    const signedIn = await reserveAttempt(database, `signed-in:${accountHash}:${from}`, RIGHT, now);
    const subject = `sign-in-to:${accountHash}`;
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

/** Whether the user with this e-mail address has signed in from this network address. One read, the same whether the user exists or not. */
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
