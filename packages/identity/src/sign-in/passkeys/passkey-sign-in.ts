import { type Call, type Database, where, writeAudit } from '@colophon/core';
import { type Allowance, reserveAttempt, returnAttempt, throttleKey } from '@colophon/core/throttle';
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { Passkey, Passkeys } from '../../users/factors/passkey.ts';
import { type User, Users } from '../../users/user.ts';
import { challengeOf, requireCredential } from './client-data.ts';
import { CHALLENGE_MS, makeChallenge, takeChallenge } from './challenge.ts';
import { PasskeyCounterError, WrongPasskeyError } from './passkey-errors.ts';
import type { RelyingParty } from './relying-party.ts';

/** Wrong passkeys from one address. */
const WRONG_FROM_ADDRESS: Allowance = { attempts: 50, windowMs: 600_000 };

/** The options for a browser to sign in with any passkey of this site. @throws TooManyAttemptsError */
export async function requestOptions(
  database: Database,
  { party, address, now }: { party: RelyingParty; address: string; now: Date },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await makeChallenge(database, { userId: null, address, now }),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
}

/**
 * Verifies the signature of a passkey. The device has verified the user, so it counts as both factors. A counter that does not grow is
 * refused and recorded; synchronized passkeys do not count, and always send 0.
 *
 * @returns the account, as it was before anything was verified
 * @throws WrongPasskeyError, PasskeyCounterError, TooManyAttemptsError
 * @throws ValidationError for an invalid response
 */
export async function checkPasskey(
  database: Database,
  { response, party, address, call }: { response: unknown; party: RelyingParty; address: string; call: Call },
): Promise<User> {
  requireCredential(response, ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']);
  const now = call.now();
  const attempt = await reserveAttempt(database, `passkey-from:${throttleKey(address)}`, WRONG_FROM_ADDRESS, now);
  const challenge = challengeOf(response.response['clientDataJSON']);
  const challengeRow = challenge === undefined ? undefined : await takeChallenge(database, { challenge, userId: null, now });
  if (challenge === undefined || !challengeRow) throw new WrongPasskeyError();
  const known = await new Passkeys(database).findMatching(where('credentialId', 'eq', response.id));
  const user = known && (await new Users(database).get(known.userId));
  const isTheirs = user !== undefined && Buffer.from(response.response['userHandle'] ?? '', 'base64url').toString() === user.id;
  if (!known || !isTheirs || user.disabledAt !== null) throw new WrongPasskeyError();
  const counter = await signedCounter(response as unknown as AuthenticationResponseJSON, known, { challenge, party });
  const asThem: Call = { ...call, caller: { kind: 'user', id: user.id, name: user.name, tenantId: null, role: null } };
  if (!(await count(database, { id: known.id, counter, call: asThem }))) throw new PasskeyCounterError();
  for (const id of [attempt, challengeRow.attemptId]) if (id !== null) await returnAttempt(database, id);
  return user;
}

/** The signed counter, after everything else was verified. @throws WrongPasskeyError */
async function signedCounter(
  response: AuthenticationResponseJSON,
  { credentialId, publicKey }: Passkey,
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is compared after the signature was verified, and under a lock.
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch (error) {
    throw new WrongPasskeyError(error);
  }
  throw new WrongPasskeyError();
}

/** Records the use of a passkey and its counter. @returns false if its counter has not grown */
async function count(database: Database, { id, counter, call }: { id: string; counter: number; call: Call }): Promise<boolean> {
  return database.transaction(async () => {
    const passkey = await new Passkeys(database, call).getForUpdate(id);
    if (!passkey) throw new WrongPasskeyError();
    const before = passkey.counter;
    if ((counter > 0 || before > 0) && counter <= before) {
      const about = { definition: Passkey.definition, key: id, before: { counter: before }, after: { counter } };
      await writeAudit(database, call, { action: 'refuse', ...about });
      return false;
    }
    passkey.counter = counter;
    passkey.lastUsedAt = call.now().toISOString();
    await passkey.save();
    return true;
  });
}
