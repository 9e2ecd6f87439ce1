import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, requireCurrentSchema } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { TestPorts } from '@colophon/core/testing';
import { assetFiles, Contents } from '@colophon/content';
import { disableUser, listUsers } from '@colophon/identity';
import type { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsroomTable } from '../server/objects.ts';
import { BASE, LOCAL, siteOf } from '../pages/testing/site-of.ts';
import { seedDemo } from '../seed/seed-demo.ts';
import { DemoAccess, type DemoConditions, isDemoServer, isFromHere } from './demo-access.ts';

const CONDITIONS: DemoConditions = { ...LOCAL, seed: 'demo' };

describe('access to the demonstration', () => {
  let folder: string;
  let database: Database;
  let empty: Database;
  let app: Hono;
  let path: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'newsroom-demo-'));
    const store = await openFileStore(join(folder, 'files'), {});
    [database, empty] = [await openDatabase('sqlite::memory:', { ports: new TestPorts() }), await openDatabase('sqlite::memory:')];
    for (const { ports } of [database, empty]) ports.provide(assetFiles, { store, incoming: join(folder, 'incoming') });
    for (const each of [database, empty]) await requireCurrentSchema(each, newsroomTable().schema);
    await seedDemo({ database, logger: pino({ level: 'silent' }), baseUrl: BASE });
    const opened = await DemoAccess.open(CONDITIONS, database);
    path = new URL(opened?.url ?? '').pathname;
    app = await siteOf(database, { demo: opened!.access });
  });
  afterAll(async () => {
    await Promise.all([database.close(), empty.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (where = path, init: RequestInit = {}, from = '127.0.0.1'): Promise<Response> =>
    Promise.resolve(
      app.request(
        where,
        { ...init, headers: { Host: 'localhost:4000', ...(init.headers as object) } },
        { incoming: { socket: { remoteAddress: from } } },
      ),
    );
  const choose = (person: string, headers: Record<string, string> = { Origin: BASE }, where = path): Promise<Response> =>
    ask(where, { method: 'POST', body: new URLSearchParams({ person }), headers });

  it.each<[string, Partial<DemoConditions>]>([
    ['that others reach', { host: '0.0.0.0' }],
    ['with an address of its own', { baseUrl: 'https://news.example' }],
    ['with a name that only begins like this machine', { baseUrl: 'http://localhost.news.example:4000' }],
    ['behind a proxy', { trustProxy: true }],
    ['without a demonstration', { seed: 'none' }],
    ['on PostgreSQL', { databaseUrl: 'postgres://localhost/news' }],
  ])('is not available on a server %s', async (_what, overrides) => {
    expect(isDemoServer(CONDITIONS)).toBe(true);
    expect(isDemoServer({ ...CONDITIONS, ...overrides })).toBe(false);
    expect(await DemoAccess.open({ ...CONDITIONS, ...overrides }, database)).toBeUndefined();
  });

  it('is not available if the database contains anything else', async () => {
    expect(await DemoAccess.open(CONDITIONS, empty)).toBeUndefined();
    await new Contents(empty).add({ title: 'A piece of my own' } as never);
    await seedDemo({ database: empty, logger: pino({ level: 'silent' }), baseUrl: BASE });
    expect(await DemoAccess.open(CONDITIONS, empty)).toBeUndefined();
  });

  it('redirects from another name of this machine to its own address, so that its forms work', async () => {
    const moved = await ask(path, { headers: { Host: '127.0.0.1:4000' } });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `${BASE}${path}`]);
    expect((await ask(path)).status).toBe(200);
  });

  it.each([
    ['from another machine', { Host: 'localhost:4000' }, '192.0.2.7'],
    ['from an unknown address', { Host: 'localhost:4000' }, ''],
    ['to another name', { Host: 'demo.news.example' }, '127.0.0.1'],
    ['through a proxy', { Host: 'localhost:4000', 'X-Forwarded-For': '127.0.0.1' }, '127.0.0.1'],
    ['through another one', { Host: 'localhost:4000', Via: '1.1 edge' }, '127.0.0.1'],
  ])('is not available for a request %s', async (_what, headers, from) => {
    const request = new Request(`${BASE}${path}`, { headers });
    expect(isFromHere(request, from)).toBe(false);
    expect((await ask(path, { headers }, from)).status).toBe(404);
    expect(
      (await ask(path, { method: 'POST', body: new URLSearchParams({ person: 'admin' }), headers: { ...headers, Origin: BASE } }, from))
        .status,
    ).toBe(404);
  });

  it('is available on this machine, and viewing it uses nothing up', async () => {
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const response = await ask(path, {}, from);
      expect([response.status, response.headers.get('cache-control'), response.headers.get('set-cookie')]).toEqual([200, 'no-store', null]);
      const page = await response.text();
      for (const name of ['Ada Okoye', 'Ben Adler', 'Jo Berg']) expect(page).toContain(name);
    }
  });

  it('accepts no other secret, and none for longer than an hour', async () => {
    for (const secret of [`${path}x`, path.slice(0, -1), '/demo/', '/demo/undefined']) expect((await ask(secret)).status).toBe(404);
    const opened = await DemoAccess.open(CONDITIONS, database, 0);
    const secret = opened?.url.split('/').at(-1) ?? '';
    expect([opened?.access.admits(secret, 3_599_999), opened?.access.admits(secret, 3_600_000)]).toEqual([true, false]);
    expect(opened?.url).not.toBe(`${BASE}${path}`);
    // Only a hash is stored: serializing it does not reveal the secret.
    expect(JSON.stringify(opened?.access)).not.toContain(secret);
  });

  it.each([
    ['admin', 'Ada Okoye'],
    ['editor', 'Ben Adler'],
    ['contributor', 'Jo Berg'],
  ])('signs the %s in with one click', async (role, name) => {
    const response = await choose(role);
    expect([response.status, response.headers.get('location')]).toEqual([303, role === 'contributor' ? '/portal' : '/desk']);
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const session = await (await ask('/api/v1/session', { headers: { Cookie: cookie } })).json();
    expect(JSON.stringify(session)).toContain(name);
    expect(JSON.stringify(session)).toContain(`"${role}"`);
    // Signing in as another user ends the session of the first one.
    await ask(path, { method: 'POST', body: new URLSearchParams({ person: 'admin' }), headers: { Origin: BASE, Cookie: cookie } });
    expect((await ask('/api/v1/session', { headers: { Cookie: cookie } })).status).toBe(401);
  });

  it('rejects forms of other sites, and signs in only the three demo users', async () => {
    expect((await choose('admin', { Origin: 'https://evil.example' })).status).toBe(404);
    expect((await choose('admin', {})).status).toBe(404);
    expect((await choose('admin', { Origin: BASE, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(404);
    expect((await choose('you')).status).toBe(404);
    expect((await choose('admin', { Origin: BASE }, `${path}x`)).status).toBe(404);
    const jo = (await listUsers({ database })).find(({ email }) => email === 'jo@courier.example');
    await disableUser(database, jo?.id ?? '');
    expect((await choose('contributor')).status).toBe(404);
  });

  it('leads to a newspaper with pieces at every stage', async () => {
    const contents = new Contents(database);
    const statuses = Map.groupBy(await contents.list({ limit: 100 }), ({ status }) => status);
    expect([statuses.get('published')?.length, statuses.get('draft')?.length, statuses.get('review')?.length]).toEqual([10, 3, 1]);
    const budget = await contents.bySlug({ slug: 'budget-approved-in-a-night-sitting' });
    expect((await budget.getReferenceDrift()).items).toMatchObject([{ citedVersion: 1, isDrifted: true }]);
    expect((await budget.listCorrections()).items).toHaveLength(1);
    expect(await budget.getPublishedTransparencyAction()).toMatchObject({
      responsiblePerson: 'Ada Okoye',
      generation: { aiAssisted: false },
    });
    const tide = await contents.bySlug({ slug: 'the-tide-gauge-that-stood-still' });
    expect(await tide.getPublishedTransparencyAction()).toMatchObject({ generation: { aiAssisted: true } });
    const received = await database.all(database.dialect.builder.selectFrom('content_contributions').select('status').compile());
    expect(received.map((row) => String(row['status'])).toSorted()).toEqual(['needs_changes', 'quarantined', 'submitted']);
  });

  it('is mentioned on the front page, without its address', async () => {
    const page = await (await ask('/')).text();
    expect([page.includes('The Harbour Courier'), page.includes('the terminal'), page.includes('/demo/')]).toEqual([true, true, false]);
  });
});
