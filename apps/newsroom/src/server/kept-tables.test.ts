import type { Kept } from '@colophon/core/snapshot';
import { expect, it } from 'vitest';
import { newsroomTable } from './objects.ts';

/** How a table that is in no backup comes back. */
const MADE_AGAIN: Readonly<Record<string, string>> = {
  _claims: 'restore puts every open job into it (requeueJobs), and what starts to deliver what waits (adoptMails, adoptDeliveries)',
  asset_cuts: 'a part of a picture is made when it is asked for (renditionOf)',
  asset_renditions: 'a rendition is made when it is asked for (renditionOf)',
};

const KEPT: Record<Exclude<Kept, 'record'>, readonly string[]> = {
  secret: ['api_tokens', 'one_time_links', 'passkeys', 'recovery_codes', 'sessions', 'totp_secrets', 'user_identities'],
  passing: ['_idempotency', 'attempts', 'device_logins', 'loose_files', 'oidc_states', 'passkey_challenges', 'searched_terms'],
  derived: Object.keys(MADE_AGAIN),
};

it('every table is in a backup, but those that are named here as derived', () => {
  const { schema } = newsroomTable();
  const named = (kept: Kept): string[] =>
    schema
      .filter((table) => table.kept === kept)
      .map(({ name }) => name)
      .sort();
  expect({ secret: named('secret'), passing: named('passing'), derived: named('derived') }).toEqual(KEPT);
  const records = schema.filter(({ kept }) => kept === undefined || kept === 'record').map(({ name }) => name);
  console.log(
    `record: ${records.join(' ')}\n${Object.entries(KEPT)
      .map(([kept, tables]) => `${kept}: ${tables.join(' ')}`)
      .join('\n')}`,
  );
  expect(records.length + Object.values(KEPT).flat().length).toBe(schema.length);
});
