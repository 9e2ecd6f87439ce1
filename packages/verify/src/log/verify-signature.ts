import { concatBytes } from '../bytes/bytes.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { formatSignature } from './signed-note.ts';
import { SIGNATURE_TYPE, type VerifierKey } from './verifier-key.ts';

/** What a signature line of a known key turned out to be. */
export type SignatureState =
  | { readonly state: 'valid'; readonly time?: number }
  /** This runtime does not have the algorithm. */
  | { readonly state: 'not_checked' }
  /** Valid, but dated later than now. */
  | { readonly state: 'in_future'; readonly time: number }
  | { readonly state: 'wrong' };

/** How many seconds clocks may differ. */
const CLOCKS_DIFFER = 300;

/**
 * Verifies one signature of a note.
 *
 * @param text the note's, with its final line feed
 * @param now in seconds since 1970
 * @throws LogError `checkpoint_malformed` for a cosignature by ML-DSA-44 of a text that is no checkpoint
 */
export async function verifySignature(key: VerifierKey, text: string, signature: Uint8Array, now: number): Promise<SignatureState> {
  switch (key.type) {
    case SIGNATURE_TYPE.ed25519:
      return stateOf(await verified(key, signature, new TextEncoder().encode(text)), undefined, now);
    case SIGNATURE_TYPE.ed25519Cosignature: {
      const { time, rest } = splitTime(signature);
      return stateOf(await verified(key, rest, cosignedText(time, text)), time, now);
    }
    case SIGNATURE_TYPE.mlDsa44Cosignature: {
      const { time, rest } = splitTime(signature);
      // Zero says nothing about when.
      return stateOf(await verified(key, rest, cosignedMessage(key.name, time, text)), time === 0n ? undefined : time, now);
    }
  }
}

/** The message of a cosignature by Ed25519 (C2SP tlog-cosignature, "Ed25519 signed message"), for a checkpoint's text. */
export function cosignedText(time: bigint | number, text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`cosignature/v1\ntime ${time}\n${text}`);
}

/** The message of a cosignature by ML-DSA-44 (C2SP tlog-cosignature, "ML-DSA-44 signed message"), for a checkpoint's text. */
export function cosignedMessage(name: string, time: bigint | number, text: string): Uint8Array<ArrayBuffer> {
  const { origin, size, root } = parseCheckpoint(text);
  return concatBytes([
    new TextEncoder().encode('subtree/v1\n\0'),
    withLength(name),
    eightOctets(BigInt(time)),
    withLength(origin),
    eightOctets(0n),
    eightOctets(BigInt(size)),
    root,
  ]);
}

/** A text with its length in one octet. One that is too long gives a message that nobody signed. */
function withLength(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  return concatBytes([Uint8Array.of(Math.min(bytes.length, 255)), bytes]);
}

/**
 * Writes the signature line of a cosignature (C2SP tlog-cosignature, "Format"), with its line feed.
 *
 * @param time when, in seconds since 1970: the one of the message that was signed
 * @param signature of {@link cosignedText} or {@link cosignedMessage}
 */
export function formatCosignature(key: Pick<VerifierKey, 'name' | 'id'>, time: bigint | number, signature: Uint8Array): string {
  return formatSignature(key, concatBytes([eightOctets(BigInt(time)), signature]));
}

/** A number in eight octets, the highest first. */
function eightOctets(number: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, number);
  return bytes;
}

function splitTime(signature: Uint8Array): { readonly time: bigint; readonly rest: Uint8Array } {
  if (signature.length < 8) return { time: 0n, rest: new Uint8Array() };
  return { time: new DataView(signature.buffer, signature.byteOffset).getBigUint64(0), rest: signature.subarray(8) };
}

function stateOf(verdict: boolean | undefined, time: bigint | undefined, now: number): SignatureState {
  if (verdict === undefined) return { state: 'not_checked' };
  // The standard ends time at 2^63 - 1.
  if (!verdict || (time !== undefined && time >= 2n ** 63n)) return { state: 'wrong' };
  if (time === undefined) return { state: 'valid' };
  return time > BigInt(Math.floor(now)) + BigInt(CLOCKS_DIFFER)
    ? { state: 'in_future', time: Number(time) }
    : { state: 'valid', time: Number(time) };
}

const SIGNATURE_LENGTH = 64;
const ML_DSA_44_SIGNATURE_LENGTH = 2420;

/** Undefined if the runtime does not have the algorithm: browsers and versions of Node differ. */
async function verified({ type, publicKey }: VerifierKey, signature: Uint8Array, message: Uint8Array): Promise<boolean | undefined> {
  const isPostQuantum = type === SIGNATURE_TYPE.mlDsa44Cosignature;
  if (signature.length !== (isPostQuantum ? ML_DSA_44_SIGNATURE_LENGTH : SIGNATURE_LENGTH)) return false;
  const [format, algorithm] = isPostQuantum ? (['raw-public', 'ML-DSA-44'] as const) : (['raw', 'Ed25519'] as const);
  let key: CryptoKey;
  try {
    // The format is newer than the types of the platform. A key of the right length can always be imported where the algorithm exists.
    key = await crypto.subtle.importKey(format as 'raw', publicKey as BufferSource, algorithm, false, ['verify']);
  } catch {
    return undefined;
  }
  return crypto.subtle.verify(algorithm, key, signature as BufferSource, message as BufferSource);
}
