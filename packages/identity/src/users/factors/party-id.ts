import { isIP } from 'node:net';
import type { Database } from '@colophon/core';
import { addressOf } from '../../links/address-of.ts';

/**
 * The host for which passkeys are created; undefined if browsers support none: without HTTPS, except on localhost, and under a bare IP
 * address.
 */
export function partyIdOf(baseUrl: string): string | undefined {
  const { hostname, protocol } = new URL(baseUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname.endsWith('.')) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? hostname : undefined;
}

/**
 * The number of a user's passkeys that work at the application's present address: those created under another address do not. All of them
 * if the address is not known, as in a command.
 */
export async function countPasskeys(database: Database, userId: string): Promise<number> {
  const address = addressOf(database, '');
  const party = address === '' ? null : (partyIdOf(address) ?? '');
  let query = database.dialect.builder
    .selectFrom('passkeys')
    .select((each) => each.fn.countAll().as('count'))
    .where('userId', '=', userId);
  if (party !== null) query = query.where((each) => each.or([each('rpId', '=', party), each('rpId', 'is', null)]));
  return Number((await database.first(query.compile()))?.['count']);
}
