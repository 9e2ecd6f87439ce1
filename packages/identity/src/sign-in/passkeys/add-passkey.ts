import { type Call, ConflictError, type Database, ValidationError } from '@colophon/core';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { requireSince } from '../../users/end-access.ts';
import { type Passkey, Passkeys } from '../../users/factors/passkey.ts';
import { challengeOf, requireCredential } from './client-data.ts';
import { CHALLENGE_MS, makeChallenge, takeChallenge } from './challenge.ts';
import type { RelyingParty } from './relying-party.ts';

/** The maximum number of passkeys per user. */
const MOST = 20;

export interface PasskeyOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * The options for a browser to create a passkey; the challenge can be answered once, within 5 minutes. @throws ConflictError,
 * TooManyAttemptsError
 */
export async function creationOptions(
  database: Database,
  { user, party, address, now }: { user: PasskeyOwner; party: RelyingParty; address: string; now: Date },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const known = await passkeysOf(database, user.id);
  requireRoom(known);
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: await makeChallenge(database, { userId: user.id, address, now }),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Stores a passkey that a browser has created. The device must have verified the user (by PIN, fingerprint or face).
 *
 * @throws ValidationError for an invalid answer to a challenge of this user
 * @throws ConflictError if all access was ended meanwhile, the passkey exists already, or the user has the maximum number of passkeys
 */
export async function addPasskey(
  database: Database,
  added: {
    user: PasskeyOwner;
    party: RelyingParty;
    response: unknown;
    name: string;
    /** The epoch of the session that adds it: a session that was ended meanwhile cannot add one. */
    accessEpoch: number;
    call: Call;
  },
): Promise<Passkey> {
  const { user, party, response, name, accessEpoch, call } = added;
  requireCredential(response, ['clientDataJSON', 'attestationObject']);
  const challenge = challengeOf(response.response['clientDataJSON']);
  const take = async (): Promise<boolean> =>
    challenge !== undefined && (await takeChallenge(database, { challenge, userId: user.id, now: call.now() })) !== undefined;
  const made = challenge === undefined ? undefined : await verified(response as unknown as RegistrationResponseJSON, challenge, party);
  if (!made) {
    const wasOpen = await take();
    throw refused(wasOpen ? 'is not a passkey for this site that has verified who you are' : NO_CHALLENGE);
  }
  return database.transaction(async () => {
    // In the transaction of the addition: the device has created the passkey already, and after a failure here the request can be repeated.
    if (!(await take())) throw refused(NO_CHALLENGE);
    await requireSince(database, user.id, { accessEpoch, call });
    requireRoom(await passkeysOf(database, user.id));
    const publicKey = Buffer.from(made.publicKey).toString('base64url');
    const { id: credentialId, counter } = made;
    const transports = transportsOf(response.response as Readonly<Record<string, unknown>>);
    return new Passkeys(database, call).add({
      userId: user.id,
      rpId: party.id,
      name,
      credentialId,
      publicKey,
      counter,
      transports: transports.slice(0, 10),
    });
  });
}

const NO_CHALLENGE = 'answers no open challenge; start again';

/** The new passkey, or undefined if anything about it is invalid. */
async function verified(response: RegistrationResponseJSON, challenge: string, party: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified: isRight, registrationInfo } = await verifyRegistrationResponse({
      // Transports are validated by our own code.
      response: { ...response, response: { ...response.response, transports: [] } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    return isRight ? registrationInfo.credential : undefined;
  } catch {
    return undefined;
  }
}

/** The known transports (WebAuthn Level 3 §5.8.4); anything else is ignored. */
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

function transportsOf({ transports }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(transports) ? TRANSPORTS.filter((each) => transports.includes(each)) : [];
}

/** The passkeys of a user, oldest first. */
export async function passkeysOf(database: Database, userId: string): Promise<Passkey[]> {
  return new Passkeys(database).list({ where: { userId }, orderBy: 'created_at', limit: 100 });
}

/** @throws ConflictError */
function requireRoom(known: readonly Passkey[]): void {
  if (known.length < MOST) return;
  throw new ConflictError(`You have ${MOST} passkeys, and cannot have more.`, {
    code: 'too_many_passkeys',
    hint: 'Remove one that you do not use.',
  });
}

function refused(detail: string): ValidationError {
  return new ValidationError(`response: ${detail}.`, { errors: [{ pointer: '/response', code: 'passkey', detail }] });
}
