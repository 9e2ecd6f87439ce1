import { type Database, port } from '@colophon/core';

/** The public address of the application, for links created by operations; provided by `identityRoutes`. */
export const ownAddress = port<string | undefined>('ownAddress', undefined);

/** Returns a path of the application as an absolute link; the path itself if the address is not known. */
export function addressOf(database: Database, path: string): string {
  return `${database.ports.use(ownAddress)?.replace(/\/+$/, '') ?? ''}${path}`;
}
