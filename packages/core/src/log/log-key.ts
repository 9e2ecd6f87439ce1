import { sign } from 'node:crypto';
import { formatSignature, formatVerifierKey, makeVerifierKey, SIGNATURE_TYPE, type VerifierKey } from '@colophon/verify';
import { readPrivateKey } from '../signing/private-key.ts';

/** The key that signs the heads of a log. It is one of its own, so that signing keys can be rotated and the log goes on. */
export class LogKey {
  readonly #key: ReturnType<typeof readPrivateKey>;

  /**
   * @param text a key in the format of the signing key
   * @throws UsageError if it is none
   */
  constructor(text: string) {
    this.#key = readPrivateKey(text);
  }

  /** The public key under the name of a log. */
  verifierKey(origin: string): Promise<VerifierKey> {
    return makeVerifierKey(origin, SIGNATURE_TYPE.ed25519, Buffer.from(this.#key.publicJwk.x, 'base64url'));
  }

  /** The same as a vkey (C2SP signed-note). */
  async vkey(origin: string): Promise<string> {
    return formatVerifierKey(await this.verifierKey(origin));
  }

  /** Returns the signature line of a head. */
  async signatureLine(origin: string, text: string): Promise<string> {
    return formatSignature(await this.verifierKey(origin), sign(null, Buffer.from(text), this.#key.key));
  }
}
