import type { Caller } from '@colophon/core';

/**
 * Says which e-mail address an account has that is known to be its owner's: what proves that a contribution under that address
 * is theirs. Undefined where there is none.
 */
export type AccountAddress = (caller: Caller) => Promise<string | undefined>;

let accountAddress: AccountAddress | undefined;

/** Tells contributions where the addresses of accounts are found; without it no account proves an address. */
export function configureContributorAccounts(given: AccountAddress | undefined): void {
  accountAddress = given;
}

/** The address of the account that calls; undefined for everyone else. */
export async function addressOfAccount(caller: Caller): Promise<string | undefined> {
  return caller.kind === 'user' ? accountAddress?.(caller) : undefined;
}
