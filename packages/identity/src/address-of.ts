import type { Database } from '@colophon/core';

const addresses = new WeakMap<Database, string>();

/** Remembers where the application that uses this database is reached, for links that operations make. */
export function rememberAddress(database: Database, baseUrl: string): void {
  addresses.set(database, baseUrl.replace(/\/+$/, ''));
}

/** A path of the application as a link to hand over; the path itself where nobody has said where the application is. */
export function addressOf(database: Database, path: string): string {
  return `${addresses.get(database) ?? ''}${path}`;
}
