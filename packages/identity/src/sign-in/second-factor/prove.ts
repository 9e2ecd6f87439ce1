import { type Call, ColophonError, type Database } from '@colophon/core';
import { type Allowance, reserveAttempt, returnAttempt, throttleKey } from '@colophon/core/throttle';
import { TotpSecrets } from '../../users/factors/totp-secret.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { unseal } from './seal.ts';
import { stepOfCode } from './totp.ts';

/** Five codes of the app in ten minutes a person: guessing one of a million stays hopeless. */
export const FACTOR_ATTEMPTS: Allowance = { attempts: 5, windowMs: 600_000 };

/** Recovery codes have 80 bits: nobody guesses one, and whoever knows the password alone must not use up the owner's tries. */
const RECOVERY_ATTEMPTS: Allowance = { attempts: 20, windowMs: 600_000 };

const LONGEST_CODE = 100;

/** The code is wrong, over, or was used before: which of these is not said. Answers 401. */
export class WrongCodeError extends ColophonError {
  constructor() {
    super(401, 'wrong_code', 'This code is not right, or was used already.', {
      hint: 'Wait for the next code of your authenticator app, or use a recovery code that you have not used.',
    });
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
 * Checks a code of a person's second factor, and does what it is shown for. The attempt is reserved before anything is looked at, each
 * time step and each recovery code is accepted once, and all of it is one transaction: of fifty who send the same code at once one is
 * let in, and a code is not used up by what then fails.
 *
 * @param work what the code is shown for; runs in the same transaction
 * @returns what `work` returns
 * @throws WrongCodeError, TooManyAttemptsError, and whatever `work` throws
 * @throws UnavailableError when the secret cannot be opened
 */
export async function proveSecondFactor<T>(database: Database, proof: Proof, work: () => Promise<T>): Promise<T> {
  const { userId, call } = proof;
  const code = proof.code.slice(0, LONGEST_CODE).replaceAll(/[\s-]/g, '');
  let done: { readonly result: T } | undefined;
  const use = async (outcome: boolean | 'used'): Promise<boolean | 'used'> => {
    if (outcome === true) done = { result: await work() };
    return outcome;
  };
  // A wrong code is told only once its attempt is written down: thrown inside, it would take the attempt back.
  if (/^\d{6}$/.test(code)) await attempt(database, userId, call.now(), async () => use(await takeTotpCode(database, { ...proof, code })));
  else await attemptRecovery(database, { userId, code, call }, use);
  if (!done) throw new WrongCodeError();
  return done.result;
}

/**
 * Reserves an attempt, does what is tried, and gives the attempt back when it was right; a wrong one stays counted. One that was right
 * and is `used` lets nobody in and guesses nothing: a form that was sent twice uses nothing up.
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
  const found = await secrets.find({ userId });
  const secret = found && (await secrets.getForUpdate(found.id));
  if (!secret || secret.confirmedAt === null) return false;
  const step = stepOfCode(unseal(key, secret.sealed, userId), code, call.now());
  if (step === undefined) return false;
  if (secret.lastStep !== null && step <= secret.lastStep) return 'used';
  secret.lastStep = step;
  await secret.save();
  return true;
}
