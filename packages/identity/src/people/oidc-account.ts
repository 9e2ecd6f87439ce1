import { type Call, type Database, makeCall, type Role, ROLES } from '@colophon/core';
import type { Purpose } from '../sign-in/oidc/oidc-state.ts';
import type { ProviderClaims } from '../sign-in/oidc/claims.ts';
import { NoAccountError, OidcRefusedError } from '../sign-in/oidc/oidc-errors.ts';
import type { OidcProvider } from '../sign-in/oidc/provider.ts';
import { Tenants } from '../tenants/tenant.ts';
import { addUser, findUser } from '../users/ensure-user.ts';
import { requireSince } from '../users/end-access.ts';
import { setGroupRoles, type TenantRole } from '../users/group-roles.ts';
import { findIdentity, identitiesOf, UserIdentities } from '../users/user-identity.ts';
import { type User, Users } from '../users/user.ts';
import { acceptInvitationById } from './accept-link.ts';

/** The user who has signed in, and the identity used. */
export interface FoundAccount {
  readonly user: User;
  readonly identityId: string;
  /** The path of the accepted invitation; undefined if there was none. */
  readonly tenantId?: string | null;
}

/**
 * Returns the account of an identity. It is found by issuer and subject. If the identity is new, it is assigned to the user who links it
 * from their own account, to the user who accepts an invitation, to the account with the address if the provider has verified it, is
 * trusted for its domain, and has no other identity linked to that account, or to a new account if a group of the provider has a role here.
 * Nothing else in the claims leads to an account.
 *
 * @throws NoAccountError, OidcRefusedError, DeadLinkError, ForbiddenError
 */
export async function accountOf(
  database: Database,
  {
    provider,
    claims,
    purpose,
    now,
    requestId,
  }: { provider: OidcProvider; claims: ProviderClaims; purpose: Purpose; now: Date; requestId: string },
): Promise<FoundAccount> {
  return database.transaction(async () => {
    // Serialized, or two browsers would both find no account and create one each.
    await database.lock(`identity:${claims.issuer}:${claims.subject}`);
    const roles = await rolesOf(database, provider, claims);
    const call = makeCall({ requestId, operation: 'oidc.signIn', now: () => now });
    const existing = await findIdentity(database, claims);
    const match = existing
      ? { user: await new Users(database).require(existing.userId) }
      : await createAccountOf(database, { provider, claims, purpose, roles, call });
    const operation = 'isByAddress' in match ? 'oidc.linkByAddress' : call.operation;
    if (existing && purpose.userId && purpose.userId !== existing.userId) throw identityTaken(provider);
    if (match.user.disabledAt !== null) throw new OidcRefusedError('This account is disabled.');
    const asThem: Call = {
      ...call,
      operation,
      caller: { kind: 'user', id: match.user.id, name: match.user.name, tenantId: null, role: null },
    };
    const identities = new UserIdentities(database, asThem);
    const lastUsedAt = now.toISOString();
    const { issuer, subject } = claims;
    const identity = existing
      ? await identities.update(existing.id, { lastUsedAt })
      : await identities.add({ userId: match.user.id, issuer, subject, lastUsedAt });
    await setGroupRoles(database, { userId: match.user.id, issuer, roles, call: asThem });
    // Losing the roles has ended all access: the session is created for the current epoch.
    return { ...match, user: await new Users(database).require(match.user.id), identityId: identity.id };
  });
}

interface Newcomer {
  readonly provider: OidcProvider;
  readonly claims: ProviderClaims;
  readonly purpose: Purpose;
  readonly roles: readonly TenantRole[];
  readonly call: Call;
}

async function createAccountOf(
  database: Database,
  { provider, claims, purpose, roles, call }: Newcomer,
): Promise<{ user: User; tenantId?: string | null; isByAddress?: true }> {
  if (purpose.userId) return { user: await requireSince(database, purpose.userId, { accessEpoch: purpose.accessEpoch ?? -1, call }) };
  if (purpose.invitationId) return acceptInvitationById(database, { id: purpose.invitationId, name: claims.name, now: call.now() });
  const { verifiedEmail } = claims;
  const holder = verifiedEmail === null ? undefined : await findUser(database, verifiedEmail);
  if (holder) {
    const domain = verifiedEmail?.split('@').at(-1) ?? '';
    if (provider.trustedDomains?.includes(domain)) {
      await requireUnknownTo(database, { holder, claims, provider });
      return { user: holder, isByAddress: true };
    }
    throw new NoAccountError(
      'account_exists',
      `There is an account with your address that is not linked to ${provider.name} yet.`,
      `Sign in to it in another way, and link ${provider.name} on your account page.`,
    );
  }
  if (verifiedEmail === null || roles.length === 0) {
    throw new NoAccountError(
      'no_account',
      `You are signed in at ${provider.name}, but have no account here yet.`,
      'Ask your administrator for an invitation.',
    );
  }
  return { user: await addUser(database, { email: verifiedEmail, name: claims.name ?? undefined, call }) };
}

/**
 * Rejects an account that already has another identity of this issuer: addresses are reassigned when people leave, subjects are not (OpenID
 * Connect Core §5.7).
 *
 * @throws NoAccountError
 */
async function requireUnknownTo(
  database: Database,
  { holder, claims, provider }: { holder: User; claims: ProviderClaims; provider: OidcProvider },
): Promise<void> {
  // Locked, or two users who arrive with one address at the same moment would both find no identity.
  await new Users(database).getForUpdate(holder.id);
  if (!(await identitiesOf(database, holder.id)).some(({ issuer }) => issuer === claims.issuer)) return;
  throw new NoAccountError(
    'account_exists',
    `The account with your address belongs to somebody else at ${provider.name}.`,
    'If it is yours, sign in to it in another way and unlink the earlier identity; else ask your administrator.',
  );
}

function identityTaken({ name }: OidcProvider): NoAccountError {
  return new NoAccountError(
    'account_exists',
    `Another account is linked to this identity at ${name}.`,
    'Sign in with this identity to use that account.',
  );
}

/** The roles of the provider's groups: of several roles in one tenant the highest. */
async function rolesOf(database: Database, { groups = [] }: OidcProvider, claims: ProviderClaims): Promise<TenantRole[]> {
  const roles = new Map<string | null, Role>();
  for (const { group, tenant, role } of groups) {
    if (!claims.groups.includes(group)) continue;
    const tenantId = tenant === null ? null : (await new Tenants(database).find({ slug: tenant }))?.id;
    if (tenantId === undefined) continue;
    const before = roles.get(tenantId);
    if (before === undefined || ROLES.indexOf(role) > ROLES.indexOf(before)) roles.set(tenantId, role);
  }
  return [...roles].map(([tenantId, role]) => ({ tenantId, role }));
}
