import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** The faults that an authenticator can be configured to make. */
export interface Misbehaviour {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Whether the device has verified the user. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
  /** Changes the signed data after signing. */
  readonly tamper?: boolean;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A device with one passkey (ES256), for data that no real browser would send. */
export class TestAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #userId: string;
  counter = 0;

  constructor({ origin, userId }: { origin: string; userId: string }) {
    this.#origin = origin;
    this.#userId = userId;
  }

  /** The answer to `navigator.credentials.create`. */
  create(challenge: string, wrong: Misbehaviour = {}): RegistrationResponseJSON {
    const authData = Buffer.concat([this.#head(wrong, HAS_CREDENTIAL), this.#credential()]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      textItem('fmt'),
      textItem('none'),
      textItem('attStmt'),
      Buffer.from([0xa0]),
      textItem('authData'),
      byteItem(authData),
    ]);
    const response = {
      clientDataJSON: this.#clientData('webauthn.create', challenge, wrong),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal' as const],
    };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  /** The answer to `navigator.credentials.get`. */
  get(challenge: string, wrong: Misbehaviour = {}): AuthenticationResponseJSON {
    const authenticatorData = this.#head(wrong, 0);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, wrong);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign('sha256', signed, this.#keys.privateKey);
    if (wrong.tamper) authenticatorData[36] = (authenticatorData[36] ?? 0) + 1;
    const response = {
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: Buffer.from(wrong.userHandle ?? this.#userId).toString('base64url'),
    };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #head({ rpId, isVerified = true, counter = this.counter }: Misbehaviour, more: number): Buffer {
    const flags = USER_PRESENT + (isVerified ? USER_VERIFIED : 0) + more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(rpId ?? new URL(this.#origin).hostname)), Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: string, wrong: Misbehaviour): string {
    const clientData = {
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? this.#origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(clientData)).toString('base64url');
  }

  /** AAGUID, id and public key (COSE, EC2 with ES256). */
  #credential(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const id = Buffer.from(this.id, 'base64url');
    const coordinate = (name: number, value: string): Buffer =>
      Buffer.concat([Buffer.from([name]), byteItem(Buffer.from(value, 'base64url'))]);
    const key = Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), coordinate(0x21, x), coordinate(0x22, y)]);
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
  }
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949): a short text, and bytes. */
const textItem = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const byteItem = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255]), bytes]);
