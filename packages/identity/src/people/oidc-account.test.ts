import { AuditEntries } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import type { ProviderClaims } from '../sign-in/oidc/claims.ts';
import type { OidcProvider } from '../sign-in/oidc/provider.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { identitiesOf } from '../users/user-identity.ts';
import { accountOf, type FoundAccount } from './oidc-account.ts';

const provider: OidcProvider = {
  key: 'sso',
  name: 'The House',
  issuer: 'https://login.example',
  clientId: 'newsroom',
  trustedDomains: ['sso.example'],
  fetch: globalThis.fetch,
};

describeOnEveryDatabase('an account found by its address', (open) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(await open());
  });

  function come(subject: string, verifiedEmail: string, issuer = provider.issuer): Promise<FoundAccount> {
    const claims: ProviderClaims = {
      issuer,
      subject,
      verifiedEmail,
      name: 'Eve',
      groups: [],
      providerSession: null,
      authenticatedAt: null,
    };
    const purpose = { provider: 'sso', next: '/account' };
    return accountOf(world.database, { provider: { ...provider, issuer }, claims, purpose, now: new Date(), requestId: 'request' });
  }

  it('belongs to one subject of an issuer: a later owner of the address gets no access', async () => {
    const { id } = await ensureUser(world.database, { email: 'boss@sso.example', name: 'Boss' });
    expect((await come('boss-1', 'boss@sso.example')).user.id).toBe(id);
    await expect(come('mallory', 'boss@sso.example')).rejects.toMatchObject({ status: 403, code: 'account_exists' });
    expect((await identitiesOf(world.database, id)).map(({ subject }) => subject)).toEqual(['boss-1']);
    // An identity at another trusted issuer is independent.
    expect((await come('boss', 'boss@sso.example', 'https://other.example')).user.id).toBe(id);
    const added = await new AuditEntries(world.database).list({ where: { operation: 'oidc.linkByAddress' } });
    expect(added.filter(({ action }) => action === 'create')).toHaveLength(2);
  });

  it('belongs to one subject, even if ten sign in concurrently', async () => {
    const { id } = await ensureUser(world.database, { email: 'desk@sso.example', name: 'Desk' });
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => come(`desk-${index}`, 'desk@sso.example')));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await identitiesOf(world.database, id)).toHaveLength(1);
  });
});
