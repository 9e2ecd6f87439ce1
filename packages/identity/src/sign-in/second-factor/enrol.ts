import { type Call, ConflictError, type Database } from '@colophon/core';
import { endAccessSince, requireSince } from '../../users/end-access.ts';
import { factorsOf } from '../../users/factors/factors-of.ts';
import { removeTotp } from '../../users/factors/reset-factors.ts';
import { type TotpSecret, TotpSecrets } from '../../users/factors/totp-secret.ts';
import type { User } from '../../users/user.ts';
import { recordChange } from '../../security/record-event.ts';
import { attempt, type Proof, proveSecondFactor, WrongCodeError } from './prove.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { seal, unseal } from './seal.ts';
import { describeTotp, newTotpSecret, stepOfCode } from './totp.ts';

/** The secret for an authenticator app. */
export interface Enrolment {
  /** In base 32, to be typed. */
  readonly secret: string;
  /** `otpauth://…`: the same, for a QR code. */
  readonly uri: string;
}

interface Person {
  readonly userId: string;
  readonly key: Buffer;
  readonly call: Call;
}

/**
 * Starts to set up an authenticator app: creates a secret that takes effect once a code of it was shown. Starting again replaces it.
 *
 * @throws ConflictError (`second_factor_set`) if the user has one
 */
export async function beginEnrolment(
  database: Database,
  { userId, key, call, issuer, account }: Person & { readonly issuer: string; readonly account: string },
): Promise<Enrolment> {
  const secret = newTotpSecret();
  await database.transaction(async () => {
    await database.lock(`totp:${userId}`);
    const secrets = new TotpSecrets(database, call);
    const existing = await secrets.find({ userId });
    if (existing) requireUnconfirmed(existing);
    const sealed = seal(key, secret, userId);
    if (existing) await secrets.update(existing.id, { sealed });
    else await secrets.add({ userId, sealed });
  });
  return describeTotp(secret, { issuer, account });
}

/** The enrolment that waits for its code, to be shown again; undefined if there is none. */
export async function openEnrolment(
  database: Database,
  { userId, key, issuer, account }: { userId: string; key: Buffer; issuer: string; account: string },
): Promise<Enrolment | undefined> {
  const existing = await new TotpSecrets(database).find({ userId });
  if (!existing || existing.confirmedAt !== null) return undefined;
  return describeTotp(unseal(key, existing.sealed, userId), { issuer, account });
}

/** The result of setting up an authenticator app. */
export interface Enrolled {
  /** With the epoch for the session to continue with. */
  readonly user: User;
  readonly recoveryCodes: readonly string[];
}

/**
 * Confirms an authenticator app with one of its codes, and returns the recovery codes, the only time that they are visible. All access
 * without the new factor ends.
 *
 * @param accessEpoch of the session in which it is done: a session that was ended meanwhile confirms nothing
 * @throws WrongCodeError, TooManyAttemptsError
 * @throws ConflictError if none is being set up, or one was set up already
 */
export async function confirmEnrolment(database: Database, proof: Proof & { readonly accessEpoch: number }): Promise<Enrolled> {
  const { userId, key, call, accessEpoch } = proof;
  const code = proof.code.slice(0, 20).replaceAll(/\s/g, '');
  let enrolled: Enrolled | undefined;
  await attempt(database, userId, call.now(), async () => {
    const secrets = new TotpSecrets(database, call);
    const pending = await secrets.find({ userId });
    const secret = pending && (await secrets.getForUpdate(pending.id));
    if (!secret) throw new ConflictError('No authenticator app is being set up.', { hint: 'Start again.' });
    requireUnconfirmed(secret);
    const step = /^\d{6}$/.test(code) ? stepOfCode(unseal(key, secret.sealed, userId), code, call.now()) : undefined;
    if (step === undefined) return false;
    secret.confirmedAt = call.now().toISOString();
    secret.lastStep = step;
    await secret.save();
    const recoveryCodes = await makeRecoveryCodes(database, userId, call);
    enrolled = { user: await endAccessSince(database, userId, { accessEpoch, call }), recoveryCodes };
    return true;
  });
  // There are no recovery codes yet.
  if (!enrolled) throw new WrongCodeError('Wait for the next code of your authenticator app, and check the clock of the device.');
  return enrolled;
}

/**
 * Creates ten new recovery codes, after the user has shown a code; the earlier ones stop working. Users who have only passkeys have no
 * codes: their session must have shown a passkey, which is checked before.
 *
 * @throws as `proveSecondFactor`, and as `requireSince`
 */
export async function renewRecoveryCodes(database: Database, proof: Proof & { readonly accessEpoch: number }): Promise<string[]> {
  const { userId, accessEpoch, call } = proof;
  const { totpSince, passkeys } = await factorsOf(database, userId);
  const renew = async (): Promise<string[]> => {
    await requireSince(database, userId, { accessEpoch, call });
    await recordChange(database, call, { kind: 'factor.changed', userId, data: { change: 'codes.renewed' } });
    return makeRecoveryCodes(database, userId, call);
  };
  const hasCodes = totpSince !== null || passkeys === 0;
  return hasCodes ? proveSecondFactor(database, proof, renew) : database.transaction(renew);
}

/**
 * Removes the authenticator app and the recovery codes, after the user has shown a code. All access of the user ends.
 *
 * @returns the account, with the epoch for the session to continue with
 * @throws as `proveSecondFactor`
 */
export async function endEnrolment(database: Database, proof: Proof & { readonly accessEpoch: number }): Promise<User> {
  const { userId, call, accessEpoch } = proof;
  return proveSecondFactor(database, proof, async () => {
    const user = await endAccessSince(database, userId, { accessEpoch, call });
    await removeTotp(database, userId, call);
    return user;
  });
}

/** @throws ConflictError */
function requireUnconfirmed({ confirmedAt }: TotpSecret): void {
  if (confirmedAt === null) return;
  throw new ConflictError('You already have an authenticator app.', {
    code: 'second_factor_set',
    hint: 'Remove it first, with a code of it or a recovery code.',
  });
}
