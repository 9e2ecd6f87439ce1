import { randomBytes } from 'node:crypto';
import { both, type Call, type Database, type Role, SYSTEM_CALL, where } from '@colophon/core';
import { actingIn } from '../sessions/revoke-session.ts';
import { hashToken } from '../tokens/token-format.ts';
import { normalizeEmail } from '../users/user.ts';
import { type LinkPurpose, type OneTimeLink, OneTimeLinks } from './one-time-link.ts';

/** How long a link works, in milliseconds: a day for a password, a week for an invitation. */
const LIFETIMES = { password: 24 * 3600 * 1000, invitation: 7 * 24 * 3600 * 1000 } as const satisfies Record<LinkPurpose, number>;

const PATHS = { password: '/set-password', invitation: '/invitation' } as const satisfies Record<LinkPurpose, string>;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface NewLink {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly role?: Role | null;
  readonly tenantId?: string | null;
  readonly call?: Call;
}

/** Makes a link and answers with its path, the only time that the secret in it can be seen. */
export async function issueLink(database: Database, { purpose, email, role, tenantId, call = SYSTEM_CALL }: NewLink): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const now = call.now();
  await new OneTimeLinks(database, actingIn(call, tenantId ?? null)).add({
    purpose,
    hash: hashToken(secret),
    email: normalizeEmail(email),
    role: role ?? null,
    tenantId: tenantId ?? null,
    invitedBy: call.caller.id,
    expiresAt: new Date(now.getTime() + LIFETIMES[purpose]).toISOString(),
  });
  return `${PATHS[purpose]}?token=${secret}`;
}

/** The link with this secret, if it still works. Nothing is used up. */
export async function findLink(
  database: Database,
  { purpose, secret, now }: { purpose: LinkPurpose; secret: string; now: Date },
): Promise<OneTimeLink | undefined> {
  if (!SECRET.test(secret)) return undefined;
  const link = await new OneTimeLinks(database).findMatching(both(where('hash', 'eq', hashToken(secret)), where('purpose', 'eq', purpose)));
  return link && link.usedAt === null && link.revokedAt === null && link.expiresAt > now.toISOString() ? link : undefined;
}

/**
 * Uses a link up, in the ambient transaction: of two who use it at once the database lets one.
 *
 * @returns whether it was this one
 */
export async function useLink(database: Database, link: OneTimeLink, now: Date): Promise<boolean> {
  const { builder } = database.dialect;
  const stamp = database.dialect.encode('datetime', now.toISOString());
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
