import { hash } from 'node:crypto';

/** SHA-256 at once: several times faster for short inputs than Web Crypto. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

/** Hashes as tables keep them. */
export function asText(hashes: Uint8Array): string {
  return Buffer.from(hashes).toString('base64url');
}

export function asBytes(text: unknown): Uint8Array {
  return Buffer.from(String(text), 'base64url');
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
