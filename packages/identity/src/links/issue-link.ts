import { randomBytes } from 'node:crypto';
import { type Call, type Database, type Role, SYSTEM_CALL } from '@colophon/core';
import { actingIn } from '../tenants/acting-in.ts';
import { normalizeEmail } from '../text/email.ts';
import { moment } from '../rows/rows.ts';
import { hashToken } from '../tokens/token-format.ts';
import { cancelLinks, epochOf } from './open-links.ts';
import { type LinkPurpose, OneTimeLinks } from './one-time-link.ts';

/** How long a link works, in milliseconds: a day for a password, a week for an invitation. */
const LIFETIMES = { password: 24 * 3600 * 1000, invitation: 7 * 24 * 3600 * 1000 } as const satisfies Record<LinkPurpose, number>;

const PATHS = { password: '/set-password', invitation: '/invitation' } as const satisfies Record<LinkPurpose, string>;

export interface NewLink {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly role?: Role | null;
  readonly tenantId?: string | null;
  readonly call?: Call;
}

export interface IssuedLink {
  readonly id: string;
  /** Contains the secret. */
  readonly path: string;
  readonly email: string;
  readonly expiresAt: string;
}

/** Like `makeLink`, but returns only the path. */
export async function issueLink(database: Database, link: NewLink): Promise<string> {
  return (await makeLink(database, link)).path;
}

/**
 * Creates a link and returns its path, the only time that its secret is visible. Earlier links of the address for the same purpose and
 * tenant stop working.
 */
export async function makeLink(
  database: Database,
  { purpose, email, role, tenantId = null, call = SYSTEM_CALL }: NewLink,
): Promise<IssuedLink> {
  const secret = randomBytes(32).toString('base64url');
  const now = call.now();
  const address = normalizeEmail(email);
  const expiresAt = new Date(now.getTime() + LIFETIMES[purpose]).toISOString();
  const { id } = await database.transaction(async () => {
    // Of two created concurrently the later one remains valid.
    await database.lock(`links:${address}`);
    await cancelLinks(database, { email: address, purpose, tenantId, at: moment(database, now) });
    return new OneTimeLinks(database, actingIn(call, tenantId)).add({
      purpose,
      hash: hashToken(secret),
      email: address,
      role: role ?? null,
      tenantId,
      invitedBy: call.caller.id,
      accessEpoch: await epochOf(database, address),
      expiresAt,
    });
  });
  return { id, path: `${PATHS[purpose]}?token=${secret}`, email: address, expiresAt };
}
