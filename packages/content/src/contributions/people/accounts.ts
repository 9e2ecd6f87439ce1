import { type Caller, type Database, port } from '@colophon/core';

/**
 * Returns the verified e-mail address of an account, which proves that a contribution with that address
 * is from its owner. Undefined if there is none.
 */
export type AccountAddress = (database: Database, caller: Caller) => Promise<string | undefined>;

/** How contributions look up the addresses of accounts; without it no account proves an address. */
export const contributorAccounts = port<AccountAddress | undefined>('contributorAccounts', undefined);

/** Returns the address of the calling account; undefined for other callers. */
export async function addressOfAccount(database: Database, caller: Caller): Promise<string | undefined> {
  return caller.kind === 'user' ? database.ports.use(contributorAccounts)?.(database, caller) : undefined;
}
