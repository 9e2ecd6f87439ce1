import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { concatBytes } from '../bytes/bytes.ts';
import { digest } from '../bytes/digest.ts';
import { LogError } from './log-error.ts';

/**
 * The signature types that are read (C2SP signed-note, "Signature types"): Ed25519 over the text, and cosignatures with a time by Ed25519
 * and ML-DSA-44 (C2SP tlog-cosignature).
 */
export const SIGNATURE_TYPE = { ed25519: 1, ed25519Cosignature: 4, mlDsa44Cosignature: 6 } as const;

export type SignatureType = (typeof SIGNATURE_TYPE)[keyof typeof SIGNATURE_TYPE];

/** A public key with the name of its holder, as a vkey has it. */
export interface VerifierKey {
  /** Of a log, its origin. */
  readonly name: string;
  /** The key ID: eight hexadecimal digits. */
  readonly id: string;
  readonly type: SignatureType;
  /** 32 bytes of Ed25519, 1,312 of ML-DSA-44. */
  readonly publicKey: Uint8Array;
}

const KEY_LENGTHS: Readonly<Record<SignatureType, number>> = { 1: 32, 4: 32, 6: 1312 };
const MAXIMUM_NAME = 255;

/**
 * Whether a text can name a key (C2SP signed-note, "Format"): without white space and plus, and with nothing that breaks a line. Names of
 * more than 255 bytes do not fit into a cosignature by ML-DSA-44.
 */
export function isKeyName(name: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return /^[^\p{White_Space}+\u0000-\u001f]+$/u.test(name) && name.isWellFormed() && new TextEncoder().encode(name).length <= MAXIMUM_NAME;
}

/**
 * Makes the key that a public key is under a name (C2SP signed-note, "Signatures").
 *
 * @throws LogError `key_malformed`
 */
export async function makeVerifierKey(name: string, type: SignatureType, publicKey: Uint8Array): Promise<VerifierKey> {
  if (!isKeyName(name)) throw new LogError('key_malformed', 'The name of a key has white space or a plus, or is empty or too long.');
  if (publicKey.length !== KEY_LENGTHS[type]) throw new LogError('key_malformed', `A key of type ${type} has ${KEY_LENGTHS[type]} bytes.`);
  const hash = await digest('SHA-256', concatBytes([new TextEncoder().encode(`${name}\n`), Uint8Array.of(type), publicKey]));
  return { name, id: hex(hash.subarray(0, 4)), type, publicKey };
}

/** Writes a key as a vkey (C2SP signed-note, "Verifier keys"): name, key ID, type and key. */
export function formatVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(concatBytes([Uint8Array.of(type), publicKey]))}`;
}

/**
 * Reads a vkey; its key ID must be the one of its key.
 *
 * @throws LogError `key_malformed`, `key_unsupported`
 */
export async function parseVerifierKey(vkey: string): Promise<VerifierKey> {
  // Only base64 has a plus besides the two that separate.
  const [, name = '', id, encoded = ''] = (vkey.length <= 4096 && /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(vkey)) || [];
  const bytes = fromBase64(encoded);
  const [type] = bytes ?? [];
  if (!bytes || type === undefined || !isKeyName(name)) throw new LogError('key_malformed', 'A key is not of the form name+id+base64.');
  if (!isSupported(type))
    throw new LogError('key_unsupported', `The key of ${name} has the signature type ${type}, which is not read here.`);
  const key = await makeVerifierKey(name, type, bytes.subarray(1));
  if (key.id !== id) throw new LogError('key_malformed', `The key ID of ${name} does not fit its key.`);
  return key;
}

function isSupported(type: number): type is SignatureType {
  return type in KEY_LENGTHS;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
