import { type Call, type Database, NotFoundError, type Role, ValidationError } from '@colophon/core';
import { actingIn } from '../tenants/acting-in.ts';
import { normalizeEmail } from '../text/email.ts';
import { type IssuedLink, makeLink } from './issue-link.ts';
import type { OpenInvitation } from './open-links.ts';
import { OneTimeLinks } from './one-time-link.ts';

const LONGEST_ADDRESS = 254;

/**
 * Creates an invitation to a tenant. Earlier ones for the same address and tenant stop working.
 *
 * @throws ValidationError for an invalid e-mail address
 */
export async function invite(
  database: Database,
  { email, role, tenantId, call }: { email: string; role: Role; tenantId: string | null; call: Call },
): Promise<IssuedLink> {
  const address = normalizeEmail(email);
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > LONGEST_ADDRESS) {
    throw ValidationError.of([{ pointer: '/email', code: 'not_an_address', detail: 'must be an e-mail address such as ada@news.example' }]);
  }
  return makeLink(database, { purpose: 'invitation', email: address, role, tenantId, call });
}

/** Withdraws an invitation to a tenant. Idempotent. @throws NotFoundError */
export async function withdrawInvitation(
  database: Database,
  { id, tenantId, call }: { id: string; tenantId: string | null; call: Call },
): Promise<OpenInvitation> {
  const links = new OneTimeLinks(database, actingIn(call, tenantId));
  const link = await links.get(id);
  if (!link || link.purpose !== 'invitation' || link.tenantId !== tenantId) throw new NotFoundError('This invitation does not exist.');
  if (link.revokedAt === null) await links.update(link.id, { revokedAt: call.now().toISOString() });
  const { email, role, expiresAt } = link;
  return { id, email, role, expiresAt };
}
