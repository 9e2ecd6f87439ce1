import { isIP } from 'node:net';
import type { Database } from '@colophon/core';
import { addressOf } from '../../address-of.ts';

/** The host that passkeys are made for; undefined where browsers offer none: without HTTPS, but for localhost, and under a bare IP address. */
export function partyIdOf(baseUrl: string): string | undefined {
  const { hostname, protocol } = new URL(baseUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname.endsWith('.')) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? hostname : undefined;
}

/**
 * How many passkeys a person can show where the application is reached now: those that were made under another address open nothing
 * here. All of them where nobody has said what the address is, as in a command.
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
