import { both, type Database, where } from '@colophon/core';
import { decodeRow, moment } from '../rows/rows.ts';
import { hashToken } from '../tokens/token-format.ts';
import { type LinkPurpose, OneTimeLink, OneTimeLinks } from './one-time-link.ts';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** The link with this secret, if it still works. Does not use it. */
export async function findLink(
  database: Database,
  { purpose, secret, now }: { purpose: LinkPurpose; secret: string; now: Date },
): Promise<OneTimeLink | undefined> {
  if (!SECRET.test(secret)) return undefined;
  const link = await new OneTimeLinks(database).findMatching(both(where('hash', 'eq', hashToken(secret)), where('purpose', 'eq', purpose)));
  const open = link && link.usedAt === null && link.revokedAt === null && link.expiresAt > now.toISOString();
  return open && link.accessEpoch === (await epochOf(database, link.email)) ? link : undefined;
}

/** The link with this id, if it still works. Does not use it. */
export async function findLinkById(
  database: Database,
  { purpose, id, now }: { purpose: LinkPurpose; id: string; now: Date },
): Promise<OneTimeLink | undefined> {
  const link = await new OneTimeLinks(database).get(id);
  const open = link && link.purpose === purpose && link.usedAt === null && link.revokedAt === null && link.expiresAt > now.toISOString();
  return open && link.accessEpoch === (await epochOf(database, link.email)) ? link : undefined;
}

/**
 * Uses a link, in the ambient transaction: of two concurrent uses the database lets one succeed.
 *
 * @returns whether it was this one
 */
export async function useLink(database: Database, link: OneTimeLink, now: Date): Promise<boolean> {
  const { builder } = database.dialect;
  const stamp = moment(database, now);
  const used = await database.all(
    builder
      .updateTable('one_time_links')
      .set({ usedAt: stamp, updated_at: stamp })
      .where('id', '=', link.id)
      .where('usedAt', 'is', null)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', stamp)
      .returning('id')
      .compile(),
  );
  return used.length === 1;
}

/** Withdraws the links of this address for this purpose in this tenant, in one statement. */
export async function cancelLinks(
  database: Database,
  { email, purpose, tenantId, at }: { email: string; purpose: LinkPurpose; tenantId: string | null; at: unknown },
): Promise<void> {
  const query = database.dialect.builder
    .updateTable('one_time_links')
    .set({ revokedAt: at, updated_at: at })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null);
  await database.run(query.compile());
}

/** A pending invitation, as the administrators of a tenant see it. */
export type OpenInvitation = Pick<OneTimeLink, 'id' | 'email' | 'role' | 'expiresAt'>;

/** The invitations to a tenant that still work, newest first. */
export async function openInvitations(database: Database, tenantId: string | null, now: Date): Promise<OpenInvitation[]> {
  const rows = await database.all(
    database.dialect.builder
      .selectFrom('one_time_links as l')
      .leftJoin('users as u', 'u.email', 'l.email')
      .select(['l.id as id', 'l.email as email', 'l.role as role', 'l.expiresAt as expiresAt'])
      .where('l.purpose', '=', 'invitation')
      .where('l.tenantId', tenantId === null ? 'is' : '=', tenantId)
      .where('l.usedAt', 'is', null)
      .where('l.revokedAt', 'is', null)
      .where('l.expiresAt', '>', moment(database, now))
      .where((each) => each('l.accessEpoch', '=', each.fn.coalesce('u.accessEpoch', each.val(0))))
      .orderBy('l.created_at', 'desc')
      .limit(200)
      .compile(),
  );
  return rows.map((row) => decodeRow<OpenInvitation>(database, OneTimeLink.definition, row));
}

/** The epoch of a link to this address: the account's, or 0 without an account. */
export async function epochOf(database: Database, email: string): Promise<number> {
  const query = database.dialect.builder.selectFrom('users').select('accessEpoch').where('email', '=', email);
  return Number((await database.first(query.compile()))?.['accessEpoch'] ?? 0);
}
