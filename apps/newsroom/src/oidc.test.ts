import { openDatabase, requireCurrentSchema } from '@colophon/core';
import { TestPorts } from '@colophon/core/testing';
import { createTenant } from '@colophon/identity';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { newsroomTable } from './server/objects.ts';
import { createApp } from './server/app.ts';
import { ForgingProvider } from '../../../packages/identity/src/testing/forging-provider.ts';

const RIGHT = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'newsroom', NEWSROOM_SECRET: 'x'.repeat(32) };

it('reads an identity provider from the environment', () => {
  expect(loadConfig({ NEWSROOM_SECRET: 'x'.repeat(32) }).oidc).toBeUndefined();
  expect(loadConfig(RIGHT).oidc).toMatchObject({
    key: 'sso',
    name: 'login.example',
    issuer: 'https://login.example',
    clientId: 'newsroom',
  });
  const full = {
    ...RIGHT,
    OIDC_NAME: 'The House',
    OIDC_TRUSTED_DOMAINS: 'News.example',
    OIDC_GROUPS: 'desk=gazette:editor, cn=all,ou=x=:viewer',
  };
  expect(() => loadConfig(full)).toThrow(/OIDC_GROUPS must be like desk=gazette:editor/);
  expect(loadConfig({ ...full, OIDC_GROUPS: 'desk=gazette:editor, a=b=:viewer' }).oidc).toMatchObject({
    name: 'The House',
    trustedDomains: ['news.example'],
    groups: [
      { group: 'desk', tenant: 'gazette', role: 'editor' },
      { group: 'a=b', tenant: null, role: 'viewer' },
    ],
  });
});

it('reports every invalid setting at startup', () => {
  const wrong = {
    OIDC_ISSUER: 'http://login.example',
    OIDC_ALGORITHM: 'none',
    OIDC_TRUSTED_DOMAINS: 'x',
    OIDC_SCOPE: 'email',
    OIDC_GROUPS: 'desk=gazette:owner',
  };
  const faults = /5 faults|6 faults/;
  expect(() => loadConfig(wrong)).toThrow(faults);
  for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_ALGORITHM', 'OIDC_TRUSTED_DOMAINS', 'OIDC_SCOPE', 'OIDC_GROUPS'])
    expect(() => loadConfig(wrong)).toThrow(new RegExp(`${name} `));
  expect(() => loadConfig({ OIDC_CLIENT_ID: 'newsroom' })).toThrow(/OIDC_CLIENT_ID has no effect without OIDC_ISSUER/);
});

it('uses the guarded fetch for the provider: only the issuer’s own host may be private', async () => {
  const provider = await ForgingProvider.start();
  const database = await openDatabase('sqlite::memory:', { ports: new TestPorts() });
  const table = newsroomTable();
  await requireCurrentSchema(database, table.schema);
  await createTenant({ database, slug: 'gazette', name: 'The Gazette' });
  const settings = {
    ...RIGHT,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_GROUPS: 'desk=gazette:editor',
  };
  const config = { ...loadConfig(settings), logLevel: 'silent' as const };
  const app = createApp({ config, database, table, logger: pino({ level: 'silent' }), isStopping: () => false });
  const signIn = async () => {
    const left = await app.request(`${config.baseUrl}/sign-in/oidc/sso`);
    const asked = new URL(left.headers.get('location') ?? '', config.baseUrl);
    provider.nonce = asked.searchParams.get('nonce') ?? '';
    const back = new URLSearchParams({ code: 'x', state: asked.searchParams.get('state') ?? '', iss: provider.issuer });
    const cookie = (left.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return app.request(`${config.baseUrl}/oidc/sso/callback?${back.toString()}`, { headers: { Cookie: cookie } });
  };
  try {
    provider.person = { sub: 'ada', email: 'ada@sso.example', email_verified: true, name: 'Ada', groups: ['desk'] };
    const done = await signIn();
    expect([done.status, done.headers.get('location'), done.headers.getSetCookie()[0]]).toEqual([
      303,
      '/account',
      expect.stringContaining('colophon_session='),
    ]);
    // A provider whose metadata points to internal addresses: no request is sent there.
    const other = await ForgingProvider.start();
    provider.forgery = { metadata: { token_endpoint: `${other.issuer}/token` } };
    const again = createApp({ config, database, table, logger: pino({ level: 'silent' }), isStopping: () => false });
    const left = await again.request(`${config.baseUrl}/sign-in/oidc/sso`);
    const asked = new URL(left.headers.get('location') ?? '', config.baseUrl).searchParams;
    const back = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '', iss: provider.issuer });
    const cookie = (left.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const refused = await again.request(`${config.baseUrl}/oidc/sso/callback?${back.toString()}`, { headers: { Cookie: cookie } });
    expect([refused.status, other.tokenRequest]).toEqual([503, undefined]);
    other.stop();
  } finally {
    provider.stop();
    await database.close();
  }
});
