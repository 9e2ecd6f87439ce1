import type { Caller } from '@colophon/core';

/**
 * Returns the verified e-mail address of an account, which proves that a contribution with that address
 * is from its owner. Undefined if there is none.
 */
export type AccountAddress = (caller: Caller) => Promise<string | undefined>;

let accountAddress: AccountAddress | undefined;

/** Sets how contributions look up the addresses of accounts; without it no account proves an address. */
export function configureContributorAccounts(given: AccountAddress | undefined): void {
  accountAddress = given;
}

/** Returns the address of the calling account; undefined for other callers. */
export async function addressOfAccount(caller: Caller): Promise<string | undefined> {
  return caller.kind === 'user' ? accountAddress?.(caller) : undefined;
}
