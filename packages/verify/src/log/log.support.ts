import { createHash } from 'node:crypto';
import {
  cosignedMessage,
  cosignedText,
  formatCosignature,
  formatSignature,
  makeVerifierKey,
  SIGNATURE_TYPE,
  type SignatureType,
  type VerifierKey,
} from '../index.ts';

/** A key pair that signs notes. */
export interface NoteSigner {
  readonly key: VerifierKey;
  /** The signature line of a text; with a time if it is a cosignature. */
  line(text: string, time?: bigint | number): Promise<string>;
}

export async function noteSigner(name: string, type: SignatureType, pair?: CryptoKeyPair): Promise<NoteSigner> {
  const isPostQuantum = type === SIGNATURE_TYPE.mlDsa44Cosignature;
  const algorithm = isPostQuantum ? 'ML-DSA-44' : 'Ed25519';
  const { privateKey, publicKey } = pair ?? ((await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair);
  const raw = new Uint8Array(await crypto.subtle.exportKey((isPostQuantum ? 'raw-public' : 'raw') as 'raw', publicKey));
  const key = await makeVerifierKey(name, type, raw);
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, bytes as BufferSource));
  return {
    key,
    async line(text, time = 1_700_000_000) {
      if (type === SIGNATURE_TYPE.ed25519) return formatSignature(key, await sign(new TextEncoder().encode(text)));
      const message = isPostQuantum ? cosignedMessage(name, time, text) : cosignedText(time, text);
      return formatCosignature(key, time, await sign(message));
    },
  };
}

export const ed25519Pair = async (): Promise<CryptoKeyPair> =>
  (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;

export const hashOf = (text: string): Uint8Array => createHash('sha256').update(text).digest();
