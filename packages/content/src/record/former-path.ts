import { hash } from 'node:crypto';
import { normalizeText } from '@colophon/core';

/** Longer paths are neither stored nor looked up. */
const LONGEST = 200;

/**
 * Returns the normalized path of a piece's former URL, for look-ups: decoded, without index files and trailing slashes. Null for the root
 * of a site and for an invalid URL.
 *
 * @example
 * formerPath('https://old.example/2010/08/07/caf%C3%A9/'); // '/2010/08/07/café'
 */
export function formerPath(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const path = normalizeText(decoded(url.pathname), 'NFC')
    .replace(/\/index\.(?:html?|php)$/i, '')
    .replace(/\/+$/, '');
  return path === '' || path.length > LONGEST || path.includes('\0') ? null : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the metadata key that a former path is stored under, so that it can be looked up. */
export function formerPathKey(path: string): string {
  return hash('sha1', path, 'hex');
}
