import { hash } from 'node:crypto';

/** Longer paths are not kept, nor looked for. */
const LONGEST = 200;

/**
 * What of the address that a piece had elsewhere finds it again: the path as people read it, without what servers add to it. Null for the
 * root of a site and for what is no address.
 *
 * @example
 * formerPath('https://old.example/2010/08/07/caf%C3%A9/'); // '/2010/08/07/café'
 */
export function formerPath(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const path = decoded(url.pathname)
    .normalize('NFC')
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

/** By which a path is kept among others: a member that any path may be looked for by. */
export function formerPathKey(path: string): string {
  return hash('sha1', path, 'hex');
}
