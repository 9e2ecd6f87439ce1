import type { Database } from '@colophon/core';

const addresses = new WeakMap<Database, string>();

/** Records the public address of the application that uses this database, for links created by operations. */
export function rememberAddress(database: Database, baseUrl: string): void {
  addresses.set(database, baseUrl.replace(/\/+$/, ''));
}

/** Returns a path of the application as an absolute link; the path itself if the address is not known. */
export function addressOf(database: Database, path: string): string {
  return `${addresses.get(database) ?? ''}${path}`;
}
