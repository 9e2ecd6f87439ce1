import type { HashName } from '../bytes/digest.ts';
import type { CborValue } from './cbor.ts';
import { PictureError } from './picture-error.ts';

const HASHES: ReadonlyMap<string, HashName> = new Map([
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
]);

/**
 * The hash algorithm of a name (C2PA §13.1).
 *
 * @throws PictureError `algorithm_unsupported`
 */
export function hashNamed(name: CborValue): HashName {
  const hash = typeof name === 'string' ? HASHES.get(name) : undefined;
  if (!hash) throw new PictureError('algorithm_unsupported', 'The manifest of the picture has a hash algorithm that is not read here.');
  return hash;
}
