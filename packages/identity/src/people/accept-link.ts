import { type Call, type Database, ForbiddenError, makeCall, NotFoundError } from '@colophon/core';
import { normalizeEmail } from '../email.ts';
import { cancelLinks, findLink, findLinkById, useLink } from '../links/open-links.ts';
import type { OneTimeLink } from '../links/one-time-link.ts';
import { moment } from '../rows.ts';
import { addUser, findUser } from '../users/ensure-user.ts';
import { endAccess } from '../users/end-access.ts';
import { setMembership } from '../users/manage-memberships.ts';
import { shownText } from '../shown-text.ts';
import { isOwned } from '../users/is-owned.ts';
import { hashPassword } from '../users/password.ts';
import type { User } from '../users/user.ts';

/** The link was used, withdrawn, has expired, or never existed. */
export class DeadLinkError extends NotFoundError {
  constructor() {
    super('This link no longer works.', { hint: 'Ask the person who gave it to you for a new one.' });
  }
}

/**
 * Sets a password through a link. All access of the user ends, other links included: the reason for a new password may be that somebody
 * else knows the old one.
 *
 * @throws DeadLinkError, ValidationError
 */
export async function setPasswordByLink(
  database: Database,
  { secret, password, now }: { secret: string; password: string; now: Date },
): Promise<User> {
  // Before the transaction: hashing takes a tenth of a second, and an invalid password does not use the link.
  const passwordHash = await hashPassword(password);
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
  accepted: { secret: string; now: Date; as: { userId: string } | { name: string; password: string } },
): Promise<User> {
  const { secret, now, as } = accepted;
  const passwordHash = 'password' in as ? await hashPassword(as.password) : undefined;
  return database.transaction(async () => {
    const link = await takeLink(database, { purpose: 'invitation', secret, now });
    if (link.role === null) throw new DeadLinkError();
    const known = await invited(database, link, as);
    const user = passwordHash === undefined ? known : await setPassword(database, { user: known, link, passwordHash, now });
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
  const known = await findUser(database, link.email);
  if ('userId' in as) {
    if (known && known.id === as.userId) return known;
    throw new ForbiddenError('This invitation is for another address than the one you are signed in with.');
  }
  // An account with a sign-in method belongs to its owner: an invitation must not be a way to set its password.
  if (known && (known.disabledAt !== null || (await isOwned(database, known)))) {
    throw new ForbiddenError('This address already has an account.', { hint: 'Sign in first, then open the link again.' });
  }
  return known ?? addUser(database, { email: link.email, name: shownText(as.name) ?? normalizeEmail(link.email) });
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
