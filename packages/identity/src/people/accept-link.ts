import { type Call, type Database, ForbiddenError, makeCall, NotFoundError } from '@colophon/core';
import { normalizeEmail } from '../text/email.ts';
import { cancelLinks, findLink, findLinkById, useLink } from '../links/open-links.ts';
import type { OneTimeLink } from '../links/one-time-link.ts';
import { moment } from '../rows/rows.ts';
import { Tenants } from '../tenants/tenant.ts';
import { addUser, findUser } from '../users/ensure-user.ts';
import { endAccess } from '../users/end-access.ts';
import { setMembership } from '../users/manage-memberships.ts';
import { shownText } from '../text/shown-text.ts';
import { isOwned } from '../users/is-owned.ts';
import { hashPassword } from '../users/password.ts';
import { tenantsOf } from '../users/standing.ts';
import type { User } from '../users/user.ts';

/** The link was used, withdrawn, has expired, or never existed. */
export class DeadLinkError extends NotFoundError {
  constructor() {
    super('This link no longer works.', { hint: 'Ask the person who gave it to you for a new one.' });
  }
}

/**
 * Sets a password through a link. It must not be a common one, nor consist of names around the account or of `context`. All access of the
 * user ends, other links included: the reason for a new password may be that somebody else knows the old one.
 *
 * @throws DeadLinkError, ValidationError
 */
export async function setPasswordByLink(
  database: Database,
  { secret, password, now, context = [] }: { secret: string; password: string; now: Date; context?: readonly string[] },
): Promise<User> {
  // Before the transaction: hashing takes a tenth of a second, and an invalid password does not use the link.
  const open = await findLink(database, { purpose: 'password', secret, now });
  if (!open) throw new DeadLinkError();
  const passwordHash = await hashPassword(database, password, [...context, ...(await namesAround(database, open))]);
  return database.transaction(async () => {
    const link = await takeLink(database, { purpose: 'password', secret, now });
    const user = await findUser(database, link.email);
    if (!user || user.disabledAt !== null) throw new DeadLinkError();
    return setPassword(database, { user: user, link, passwordHash, now });
  });
}

/**
 * Accepts an invitation: as a new account with a name and a password, or as the signed-in user to whom it is addressed.
 *
 * @throws DeadLinkError
 * @throws ForbiddenError if the address has an account already, which must sign in first, or belongs to another user
 */
export async function acceptInvitation(
  database: Database,
  accepted: {
    secret: string;
    now: Date;
    as: { userId: string } | { name: string; password: string };
    /** What the password must not consist of, such as the application's name. */
    context?: readonly string[];
  },
): Promise<User> {
  const { secret, now, as, context = [] } = accepted;
  const passwordHash = 'password' in as ? await newPasswordHash(database, { secret, now, as, context }) : undefined;
  return database.transaction(async () => {
    const link = await takeLink(database, { purpose: 'invitation', secret, now });
    if (link.role === null) throw new DeadLinkError();
    const existing = await invited(database, link, as);
    const user = passwordHash === undefined ? existing : await setPassword(database, { user: existing, link, passwordHash, now });
    const { email, tenantId } = link;
    await cancelLinks(database, { email, purpose: 'invitation', tenantId, at: moment(database, now) });
    await setMembership(database, { userId: user.id, tenantId, role: link.role, call: callOf(user, now) });
    return user;
  });
}

/**
 * Accepts an invitation as a user authenticated by an identity provider: as a new account without a password, whose owner signs in there.
 *
 * @throws DeadLinkError
 * @throws ForbiddenError if the address has an account with a sign-in method, whose owner must sign in first
 */
export async function acceptInvitationById(
  database: Database,
  { id, name, now }: { id: string; name: string | null; now: Date },
): Promise<{ user: User; tenantId: string | null }> {
  return database.transaction(async () => {
    const link = await findLinkById(database, { purpose: 'invitation', id, now });
    if (!link || link.role === null || !(await useLink(database, link, now))) throw new DeadLinkError();
    const user = await invited(database, link, { name: name ?? '', password: '' });
    const { email, tenantId, role } = link;
    await cancelLinks(database, { email, purpose: 'invitation', tenantId, at: moment(database, now) });
    await setMembership(database, { userId: user.id, tenantId, role, call: callOf(user, now) });
    return { user, tenantId };
  });
}

async function newPasswordHash(
  database: Database,
  { secret, now, as, context }: { secret: string; now: Date; as: { name: string; password: string }; context: readonly string[] },
): Promise<string> {
  const open = await findLink(database, { purpose: 'invitation', secret, now });
  if (!open) throw new DeadLinkError();
  return hashPassword(database, as.password, [...context, as.name, ...(await namesAround(database, open))]);
}

/** Names and addresses that an attacker of this account tries first: of the person, and of the tenants. */
async function namesAround(database: Database, { email, tenantId }: OneTimeLink): Promise<string[]> {
  const user = await findUser(database, email);
  const joined = tenantId === null ? undefined : await new Tenants(database).get(tenantId);
  const tenants = user === undefined ? [] : (await tenantsOf(database, user.id)).flatMap(({ tenant }) => tenant ?? []);
  return [email, ...(user ? [user.name] : []), ...[...tenants, ...(joined ? [joined] : [])].flatMap(({ name, slug }) => [name, slug])];
}

/** Sets the password and ends all earlier access, unless the link itself is of an earlier epoch. */
function setPassword(
  database: Database,
  { user, link, passwordHash, now }: { user: User; link: OneTimeLink; passwordHash: string; now: Date },
): Promise<User> {
  return endAccess(database, user.id, {
    call: callOf(user, now),
    changes: { passwordHash },
    check: ({ accessEpoch, disabledAt }) => {
      if (accessEpoch !== link.accessEpoch || disabledAt !== null) throw new DeadLinkError();
    },
  });
}

async function invited(database: Database, link: OneTimeLink, as: { userId: string } | { name: string; password: string }): Promise<User> {
  const existing = await findUser(database, link.email);
  if ('userId' in as) {
    if (existing && existing.id === as.userId) return existing;
    throw new ForbiddenError('This invitation is for another address than the one you are signed in with.');
  }
  // An account with a sign-in method belongs to its owner: an invitation must not be a way to set its password.
  if (existing && (existing.disabledAt !== null || (await isOwned(database, existing)))) {
    throw new ForbiddenError('This address already has an account.', { hint: 'Sign in first, then open the link again.' });
  }
  return existing ?? addUser(database, { email: link.email, name: shownText(as.name) ?? normalizeEmail(link.email) });
}

/** Uses the link in the ambient transaction, so that it stays valid if a later step fails. @throws DeadLinkError */
async function takeLink(database: Database, find: Parameters<typeof findLink>[1]): Promise<OneTimeLink> {
  const link = await findLink(database, find);
  if (!link || !(await useLink(database, link, find.now))) throw new DeadLinkError();
  return link;
}

function callOf(user: User, now: Date): Call {
  return makeCall({ caller: { kind: 'user', id: user.id, name: user.name, tenantId: null, role: null }, now: () => now });
}
