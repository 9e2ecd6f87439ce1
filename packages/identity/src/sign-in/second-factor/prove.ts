import { type Call, ColophonError, type Database } from '@colophon/core';
import { type Allowance, reserveAttempt, returnAttempt, throttleKey } from '@colophon/core/throttle';
import { TotpSecrets } from '../../users/factors/totp-secret.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { unseal } from './seal.ts';
import { stepOfCode } from './totp.ts';

/** Five codes of the app in ten minutes per user: guessing one of a million stays impractical. */
export const FACTOR_ATTEMPTS: Allowance = { attempts: 5, windowMs: 600_000 };

/** Recovery codes have 120 bits: nobody guesses one, and an attacker with only the password must not use up the owner's attempts. */
const RECOVERY_ATTEMPTS: Allowance = { attempts: 20, windowMs: 600_000 };

const LONGEST_CODE = 100;

/** The code is wrong, expired, or was used before; the message does not tell which. Responds with 401. */
export class WrongCodeError extends ColophonError {
  constructor(hint = 'Wait for the next code of your authenticator app, or use a recovery code that you have not used.') {
    super(401, 'wrong_code', 'This code is not right, or was used already.', { hint });
  }
}

export interface Proof {
  readonly userId: string;
  /** Six digits of the authenticator app, or a recovery code. */
  readonly code: string;
  readonly key: Buffer;
  readonly call: Call;
}

/**
 * Verifies a code of a user's second factor, and runs the action it is for. The attempt is reserved before anything is verified, each time
 * step and each recovery code is accepted once, and all of it is one transaction: of fifty concurrent requests with the same code one
 * succeeds, and a code is not used up if the action fails.
 *
 * @param work the action; runs in the same transaction
 * @returns the result of `work`
 * @throws WrongCodeError, TooManyAttemptsError, and any error of `work`
 * @throws UnavailableError if the secret cannot be decrypted
 */
export async function proveSecondFactor<T>(database: Database, proof: Proof, work: () => Promise<T>): Promise<T> {
  const { userId, call } = proof;
  const code = proof.code.slice(0, LONGEST_CODE).replaceAll(/[\s-]/g, '');
  let done: { readonly result: T } | undefined;
  const use = async (outcome: boolean | 'used'): Promise<boolean | 'used'> => {
    if (outcome === true) done = { result: await work() };
    return outcome;
  };
  // The error for a wrong code is thrown after its attempt was committed: thrown inside, it would roll the attempt back.
  if (/^\d{6}$/.test(code)) await attempt(database, userId, call.now(), async () => use(await takeTotpCode(database, { ...proof, code })));
  else await attemptRecovery(database, { userId, code, call }, use);
  if (!done) throw new WrongCodeError();
  return done.result;
}

/**
 * Reserves an attempt, runs the check, and refunds the attempt on success; a wrong one stays counted. A valid code that is already `used`
 * gives no access and is not a guess: submitting a form twice uses up nothing.
 */
export async function attempt(database: Database, userId: string, now: Date, work: () => Promise<boolean | 'used'>): Promise<boolean> {
  return database.transaction(async () => {
    const reserved = await reserveAttempt(database, `second-factor:${userId}`, FACTOR_ATTEMPTS, now);
    const outcome = await work();
    if (outcome !== false) await returnAttempt(database, reserved);
    return outcome === true;
  });
}

async function attemptRecovery(
  database: Database,
  { userId, code, call }: { userId: string; code: string; call: Call },
  use: (isRight: boolean) => Promise<boolean | 'used'>,
): Promise<void> {
  await database.transaction(async () => {
    const subject = `recovery-code:${userId}:${throttleKey(call.address ?? 'unknown')}`;
    const reserved = await reserveAttempt(database, subject, RECOVERY_ATTEMPTS, call.now());
    const isRight = await takeRecoveryCode(database, { userId, code, call });
    if (isRight) await returnAttempt(database, reserved);
    await use(isRight);
  });
}

async function takeTotpCode(database: Database, { userId, code, key, call }: Proof): Promise<boolean | 'used'> {
  const secrets = new TotpSecrets(database, call);
  const stored = await secrets.find({ userId });
  const secret = stored && (await secrets.getForUpdate(stored.id));
  if (!secret || secret.confirmedAt === null) return false;
  const step = stepOfCode(unseal(key, secret.sealed, userId), code, call.now());
  if (step === undefined) return false;
  if (secret.lastStep !== null && step <= secret.lastStep) return 'used';
  secret.lastStep = step;
  await secret.save();
  return true;
}
