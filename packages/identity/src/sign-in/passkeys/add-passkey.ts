import { type Call, ConflictError, type Database, ValidationError } from '@colophon/core';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { requireSince } from '../../users/end-access.ts';
import { type Passkey, Passkeys } from '../../users/factors/passkey.ts';
import { challengeOf, requireCredential } from './client-data.ts';
import { CHALLENGE_MS, makeChallenge, takeChallenge } from './challenge.ts';
import type { RelyingParty } from './relying-party.ts';

/** Passkeys that a person may have. */
const MOST = 20;

export interface PasskeyOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** What a browser is told to make a passkey of; its challenge may be answered once, within 5 minutes. @throws ConflictError, TooManyAttemptsError */
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
 * Keeps a passkey that a browser has made. The device must have verified the person (by a PIN, a finger, a face).
 *
 * @throws ValidationError for what is no answer to a challenge of this person's
 * @throws ConflictError when everything was ended meanwhile, somebody has it already, or the person has as many as there may be
 */
export async function addPasskey(
  database: Database,
  added: {
    user: PasskeyOwner;
    party: RelyingParty;
    response: unknown;
    name: string;
    /** Of the session that adds it: one that was ended meanwhile adds none. */
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
    // Together with what it is for: the device has made the passkey already, and what fails here can be sent again.
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

const NO_CHALLENGE = 'answers no challenge that is open; begin again';

/** The passkey that was made, or undefined where anything about it is not as it has to be. */
async function verified(response: RegistrationResponseJSON, challenge: string, party: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified: isRight, registrationInfo } = await verifyRegistrationResponse({
      // What is said of transports is read by us.
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

/** The ways to reach a device that there are (WebAuthn Level 3 §5.8.4); what else a browser says is of no use. */
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

function transportsOf({ transports }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(transports) ? TRANSPORTS.filter((each) => transports.includes(each)) : [];
}

/** The passkeys of a person, oldest first. */
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
