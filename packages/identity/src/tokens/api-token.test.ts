import { anonymous, type Database, requireCurrentSchema, UnauthenticatedError } from '@colophon/core';
import { restRoutes } from '@colophon/core/rest';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '../callers/authenticator.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';
import { createTenant } from '../tenants/tenant.ts';
import { countingDatabase } from '../testing/counting-database.ts';
import { TestClock, testTable } from '../testing/world.ts';
import { ApiTokens } from './api-token.ts';
import { createToken, listTokens, revokeToken } from './manage-tokens.ts';
import { mintToken } from './token-format.ts';

describeOnEveryDatabase('API tokens', (open) => {
  let database: Database;
  let tenantId: string;
  const bearer = (token: string) => createAuthenticator(database).authenticate({ authorization: `Bearer ${token}` });

  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, testTable.schema);
    tenantId = (
      await createTenant({ database, slug: 'gazette', name: 'The Gazette', hostnames: ['Gazette.Example', 'www.gazette.example'] })
    ).id;
  });

  it('act with their role in their tenant', async () => {
    const { id, token } = await createToken({ database, role: 'editor', tenantId, name: 'Importer' });
    expect(await bearer(token)).toEqual({ kind: 'token', id, name: 'Importer', tenantId, role: 'editor' });
    const global = await createToken({ database, role: 'viewer' });
    expect(await bearer(global.token)).toEqual({ kind: 'token', id: global.id, name: 'token', tenantId: null, role: 'viewer' });
  });

  it('are stored as a hash only', async () => {
    const { id, token } = await createToken({ database, role: 'viewer' });
    const rows = await database.all(database.dialect.builder.selectFrom('api_tokens').selectAll().where('id', '=', id).compile());
    const audit = await database.all(database.dialect.builder.selectFrom('audit_entries').selectAll().where('objectId', '=', id).compile());
    expect(rows).toHaveLength(1);
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token.slice(14));
    expect(JSON.stringify(audit)).not.toContain(String(rows[0]?.['hash']));
  });

  it('are rejected immediately after revocation in the same process, even if cached', async () => {
    const { id, token } = await createToken({ database, role: 'editor' });
    await bearer(token);
    await revokeToken({ database, id });
    await expect(bearer(token)).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
    const { revokedAt } = await revokeToken({ database, id });
    expect((await new ApiTokens(database).require(id)).revokedAt).toBe(revokedAt);
  });

  it('stay revoked when requests race with the revocation', async () => {
    const { id, token } = await createToken({ database, role: 'editor' });
    const uses = Array.from({ length: 20 }, () => bearer(token).catch(() => undefined));
    await Promise.all([...uses, revokeToken({ database, id })]);
    await expect(bearer(token)).rejects.toThrow(UnauthenticatedError);
  });

  it('are rejected when expired', async () => {
    const past = await createToken({ database, role: 'editor', expiresAt: '2020-01-01T00:00:00Z' });
    await expect(bearer(past.token)).rejects.toMatchObject({ code: 'invalid_token' });
    const clock = new TestClock();
    const soon = await createToken({ database, role: 'editor', expiresAt: '2026-11-21T11:00:00Z' });
    const { authenticate } = createAuthenticator(database, { clock: clock.now });
    expect((await authenticate({ authorization: `Bearer ${soon.token}` })).role).toBe('editor');
    clock.advance(3600);
    verdictsOf(database).forget();
    await expect(authenticate({ authorization: `Bearer ${soon.token}` })).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('cost one indexed read, or none while the result is cached', async () => {
    const { token } = await createToken({ database, role: 'editor' });
    const counted = countingDatabase(database);
    const authenticator = createAuthenticator(counted.database);
    await authenticator.authenticate({ authorization: `Bearer ${token}` });
    verdictsOf(counted.database).forget();
    counted.statements.length = 0;
    for (let round = 0; round < 5; round += 1) await authenticator.authenticate({ authorization: `Bearer ${token}` });
    // The last use is recorded in the background, whenever the database gets to it.
    expect(counted.statements.filter(({ sql }) => /^select/i.test(sql))).toHaveLength(1);
  });

  it('that are malformed are rejected without a query, in any spelling of the scheme', async () => {
    const counted = countingDatabase(database);
    const authenticator = createAuthenticator(counted.database);
    const odd = [
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Basic ${btoa('a:b')}`,
      `Bearer ${'a'.repeat(10_000)}`,
      `Bearer ${mintToken('api').token}x`,
      `Bearer a b`,
    ];
    for (const authorization of odd) {
      await expect(authenticator.authenticate({ authorization })).rejects.toMatchObject({
        status: 401,
        code: 'invalid_token',
        headers: { 'WWW-Authenticate': expect.stringContaining('invalid_token') as string },
      });
    }
    expect(counted.statements).toHaveLength(0);
    const { token } = await createToken({ database, role: 'editor' });
    expect((await authenticator.authenticate({ authorization: `bEARER ${token}` })).role).toBe('editor');
  });

  it('that are unknown are rejected, and never served as anonymous', async () => {
    await expect(bearer(mintToken('api').token)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(bearer(mintToken('cli').token)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('record their last use, to the hour', async () => {
    const { id, token } = await createToken({ database, role: 'editor' });
    await bearer(token);
    await expect.poll(async () => (await new ApiTokens(database).require(id)).lastUsedAt).not.toBeNull();
    const first = (await new ApiTokens(database).require(id)).lastUsedAt;
    const counted = countingDatabase(database);
    for (let round = 0; round < 20; round += 1) {
      verdictsOf(counted.database).forget();
      await createAuthenticator(counted.database).authenticate({ authorization: `Bearer ${token}` });
    }
    expect(counted.statements).toHaveLength(20);
    expect((await new ApiTokens(database).require(id)).lastUsedAt).toBe(first);
  });

  it('are listed newest first, for a tenant, for global records, or all', async () => {
    const own = await createTenant({ database, slug: 'listed' });
    const first = await createToken({ database, role: 'viewer', tenantId: own.id, name: 'first' });
    const second = await createToken({ database, role: 'viewer', tenantId: own.id, name: 'second' });
    expect((await listTokens({ database, tenantId: own.id })).map((token) => token.id)).toEqual([second.id, first.id]);
    const globals = await listTokens({ database, tenantId: null });
    expect(globals.length).toBeGreaterThan(0);
    expect(globals.every((token) => token.tenantId === null)).toBe(true);
    expect((await listTokens({ database })).length).toBe(await new ApiTokens(database).count());
  });

  it('require a valid role, tenant and expiry', async () => {
    await expect(createToken({ database, role: 'owner' as 'admin' })).rejects.toMatchObject({ errors: [{ pointer: '/role' }] });
    await expect(createToken({ database, role: 'admin', tenantId: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(createToken({ database, role: 'admin', expiresAt: 'soon' })).rejects.toMatchObject({
      errors: [{ pointer: '/expiresAt' }],
    });
    await expect(revokeToken({ database, id: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are read and revoked over the API by the admins of their tenant, without their hash', async () => {
    const own = await createToken({ database, role: 'viewer', tenantId });
    const rival = await createTenant({ database, slug: 'rival' });
    const foreign = await createToken({ database, role: 'viewer', tenantId: rival.id });
    const global = await createToken({ database, role: 'viewer' });
    const { token: admin } = await createToken({ database, role: 'admin', tenantId });
    const { token: editor } = await createToken({ database, role: 'editor', tenantId });
    const { authenticate } = createAuthenticator(database);
    const rest = restRoutes({
      table: testTable,
      database,
      authenticate: ({ headers }) => authenticate({ authorization: headers.get('authorization') ?? undefined }),
    });
    const ask = (path: string, token: string, method = 'GET') =>
      rest.request(path, { method, headers: { Authorization: `Bearer ${token}` } });

    const listed = await (await ask('/tokens?limit=1000', admin)).text();
    expect(listed).toContain(own.id);
    expect(listed).not.toContain(foreign.id);
    expect(listed).not.toContain(global.id);
    expect(listed).not.toContain('hash');
    expect((await ask('/tokens', editor)).status).toBe(403);
    expect((await ask(`/tokens/${own.id}?fields=hash`, admin)).status).not.toBe(500);
    expect(await (await ask(`/tokens/${own.id}`, admin)).text()).not.toContain('hash');
    expect((await ask('/tokens?hash[like]=a%25', admin)).status).toBe(400);
    expect((await ask(`/tokens/${foreign.id}/revoke`, admin, 'POST')).status).toBe(404);
    expect((await ask(`/tokens/${global.id}/revoke`, admin, 'POST')).status).toBe(404);
    expect((await ask(`/tokens/${own.id}/revoke`, editor, 'POST')).status).toBe(403);
    expect((await bearer(own.token)).role).toBe('viewer');
    expect((await ask(`/tokens/${own.id}/revoke`, admin, 'POST')).status).toBe(200);
    await expect(bearer(own.token)).rejects.toMatchObject({ code: 'invalid_token' });
    expect((await ask(`/tenants/${rival.id}`, admin)).status).toBe(404);
    expect((await ask(`/tenants/${tenantId}`, admin)).status).toBe(200);
  });
});

describeOnEveryDatabase('tenants of anonymous readers', (open) => {
  let database: Database;
  let tenantId: string;
  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, testTable.schema);
    tenantId = (await createTenant({ database, slug: 'gazette', hostnames: ['Gazette.Example'] })).id;
  });

  it('come from X-Tenant, else from the host name', async () => {
    const { authenticate } = createAuthenticator(database);
    expect(await authenticate({ tenantHint: 'gazette' })).toEqual(anonymous(tenantId));
    expect(await authenticate({ host: 'gazette.example:443' })).toEqual(anonymous(tenantId));
    expect(await authenticate({ tenantHint: 'nobody', host: 'gazette.example' })).toEqual(anonymous(null));
    expect(await authenticate({ host: 'localhost:4000' })).toEqual(anonymous(null));
    expect(await authenticate({})).toEqual(anonymous(null));
  });

  it('are known immediately where they are created, and read once for many invented names', async () => {
    const made = await createTenant({ database, slug: 'late', hostnames: ['late.example'] });
    const counted = countingDatabase(database);
    const { authenticate } = createAuthenticator(database);
    expect((await authenticate({ host: 'late.example' })).tenantId).toBe(made.id);
    const other = createAuthenticator(counted.database);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => other.authenticate({ host: `host-${index}.example`, tenantHint: undefined })),
    );
    expect(counted.statements.length).toBeLessThanOrEqual(1);
  });

  it('share no host name, even if created concurrently', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => createTenant({ database, slug: `rush-${index}`, hostnames: ['rush.example'] })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('share no slug and no host name, and have valid names', async () => {
    await expect(createTenant({ database, slug: 'gazette' })).rejects.toMatchObject({ status: 409 });
    await expect(createTenant({ database, slug: 'second', hostnames: ['gazette.example'] })).rejects.toMatchObject({ status: 409 });
    for (const slug of ['', 'Upper', 'two words', '-x', 'x--y', 'a'.repeat(64), '../x']) {
      await expect(createTenant({ database, slug })).rejects.toMatchObject({ status: 422 });
    }
    for (const hostname of ['', 'a b', 'http://x.example', 'x.example:80', '-x.example']) {
      await expect(createTenant({ database, slug: 'odd', hostnames: [hostname] })).rejects.toMatchObject({
        errors: [{ pointer: '/hostnames' }],
      });
    }
  });
});
