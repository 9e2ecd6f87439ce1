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

/** What a browser is told to sign in with whichever passkey of this site the person chooses. @throws TooManyAttemptsError */
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
 * Checks what a passkey has signed. The device has verified the person, so that it is both factors at once. A counter that does not
 * grow is refused and written down; passkeys that are kept in several places do not count, and always say 0.
 *
 * @returns the account, as it was before anything was looked at
 * @throws WrongPasskeyError, PasskeyCounterError, TooManyAttemptsError
 * @throws ValidationError for what is no browser's answer
 */
export async function checkPasskey(
  database: Database,
  { response, party, address, call }: { response: unknown; party: RelyingParty; address: string; call: Call },
): Promise<User> {
  requireCredential(response, ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']);
  const now = call.now();
  const attempt = await reserveAttempt(database, `passkey-from:${throttleKey(address)}`, WRONG_FROM_ADDRESS, now);
  const challenge = challengeOf(response.response['clientDataJSON']);
  const isOpen = challenge !== undefined && (await takeChallenge(database, { challenge, userId: null, now }));
  if (!isOpen) throw new WrongPasskeyError();
  const known = await new Passkeys(database).findMatching(where('credentialId', 'eq', response.id));
  const user = known && (await new Users(database).get(known.userId));
  const isTheirs = user !== undefined && Buffer.from(response.response['userHandle'] ?? '', 'base64url').toString() === user.id;
  if (!known || !isTheirs || user.disabledAt !== null) throw new WrongPasskeyError();
  const counter = await signedCounter(response as unknown as AuthenticationResponseJSON, known, { challenge, party });
  const asThem: Call = { ...call, caller: { kind: 'user', id: user.id, name: user.name, tenantId: null, role: null } };
  if (!(await count(database, { id: known.id, counter, call: asThem }))) throw new PasskeyCounterError();
  await returnAttempt(database, attempt);
  return user;
}

/** The counter that the passkey has signed, with everything else that it must have. @throws WrongPasskeyError */
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
      // The counter is judged once the signature is known to be right, and under a lock.
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch (error) {
    throw new WrongPasskeyError(error);
  }
  throw new WrongPasskeyError();
}

/** Writes down that a passkey was used, and how often it says it was. @returns false when its counter has not grown */
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
