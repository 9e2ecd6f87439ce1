import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collection, integer, object, text, UnauthenticatedError } from '@colophon/core';
import { Jobs } from '@colophon/core/jobs';
import { makePrivateKey } from '@colophon/core/signing';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { settingFormats } from '../settings/formats.ts';
import { testApplication, type TestApplication } from '../testing/index.ts';
import { runTestCommand } from '../testing/run-test-command.ts';
import { createApplication } from './create-application.ts';

class Place extends object(
  { name: text({ required: true, maxLength: 200 }), stars: integer() },
  { table: 'places', api: true, mcp: true, access: { read: 'public' } },
) {}
class Places extends collection(Place) {}

const places = { name: 'Places', version: '1.0.0', collections: [Places] } as const;

describeOnEveryDatabase('an application', (open, dialect) => {
  let test: TestApplication;
  beforeAll(async () => {
    const database = await open();
    await database.close();
    test = await testApplication(createApplication(places), { settings: { DATABASE_URL: database.url } });
  });
  afterAll(() => test.close());

  it('answers REST by role, and refuses in problem documents', async () => {
    const editor = await test.as('editor');
    expect(await editor.post('/api/v1/places', { name: 'Town hall', stars: 4 })).toMatchObject({ status: 201, body: { stars: 4 } });
    expect(await test.anonymous.get('/api/v1/places?stars=4')).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await test.anonymous.post('/api/v1/places', { name: 'x' })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await (await test.as('viewer')).post('/api/v1/places', { name: 'x' })).toMatchObject({ status: 403 });
    expect(await test.anonymous.get('/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await test.anonymous.delete('/healthz')).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  });

  it('offers the same as tools, discovery and OpenAPI', async () => {
    const editor = await test.as('editor');
    const made = await editor.tool('place_create', { name: 'Harbour' });
    expect(made.body).toMatchObject({ structuredContent: { name: 'Harbour' } });
    const { body } = await test.anonymous.get('/api/v1/openapi.json');
    expect([body.info, Object.keys(body.paths)]).toEqual([
      expect.objectContaining({ title: 'Places', version: '1.0.0' }),
      expect.arrayContaining(['/places/{id}', '/session', '/jobs', '/backups', '/audit-entries']),
    ]);
    expect((await editor.get('/api/_resources')).status).toBe(200);
  });

  it('knows people by their session, with the time of the test', async () => {
    const ada = await test.as('ada@places.example', 'admin');
    expect((await ada.get('/api/v1/session')).body).toMatchObject({ user: { email: 'ada@places.example' } });
    expect((await ada.post('/api/v1/places', { name: 'Library' })).status).toBe(201);
    test.clock.advance(400 * 86_400_000);
    expect((await ada.get('/api/v1/session')).status).toBe(401);
    test.clock.set(new Date());
  });

  it('has the commands of every application', async () => {
    const { status, stdout } = await test.run('token', 'create', '--role', 'editor');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^colophon_/)]);
    expect(await test.run('migrate', 'status')).toMatchObject({ status: 0, stdout: 'current, schema version 1\n' });
    expect(await test.run('check')).toMatchObject({ status: 0 });
    expect((await test.run('audit', 'verify')).stdout).toContain('Set PLACES_HEADS');
    expect((await test.run('doctor')).stdout).toContain('ok    the database schema matches the code');
    expect(await test.run('tokne')).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no command tokne.') });
    expect(await test.run('start', '--port', '1')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('It is a setting: PORT=… before the command.'),
    });
    if (dialect === 'sqlite') expect((await test.run('types')).stdout).toContain('"/places/{id}"');
  });
});

describe('for development', () => {
  it('adds what the code adds, and asks about everything else', async () => {
    class Former extends object({ name: text(), height: integer() }, { table: 'places', api: true }) {}
    class Formers extends collection(Former) {}
    const folder = await mkdtemp(join(tmpdir(), 'dev-'));
    const settings = { DATABASE_URL: `sqlite:${join(folder, 'x.sqlite')}`, PLACES_SECRET: 'x'.repeat(32) };
    await (
      await testApplication(createApplication({ ...places, collections: [Formers] }), { settings: { DATABASE_URL: settings.DATABASE_URL } })
    ).close();
    const asked = await runTestCommand(createApplication(places), settings, ['dev', '--once']);
    expect([asked.status, asked.stderr]).toEqual([
      1,
      expect.stringMatching(/places\.name: it became required[^]*node main\.ts migrate make <name>\n$/),
    ]);
    await rm(folder, { recursive: true });
  });

  it.each([
    [{ DATABASE_URL: 'postgres://db.example/x' }, 'the database is on another machine'],
    [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
  ])('is refused with %j', async (environment, reason) => {
    const before = process.env['NODE_ENV'];
    const { NODE_ENV, ...settings } = environment as NodeJS.ProcessEnv;
    if (NODE_ENV !== undefined) process.env['NODE_ENV'] = NODE_ENV;
    const all = { PLACES_SECRET: 'x'.repeat(32), PLACES_SIGNING_KEY: makePrivateKey(), ...settings };
    expect(await runTestCommand(createApplication(places), all, ['dev'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`dev_refused: ${reason}`),
    });
    process.env['NODE_ENV'] = before;
  });
});

describe('the settings of an application', () => {
  const app = createApplication({
    ...places,
    name: 'Good Places',
    settings: z.object({ MAPS_KEY: z.string().min(4, 'must have 4 characters').optional(), KEEP_DAYS: settingFormats.days }),
    routes(routes, { settings }) {
      expectTypeOf(settings.MAPS_KEY).toEqualTypeOf<string | undefined>();
      routes.get('/maps', (context) => context.json({ key: settings.MAPS_KEY, days: settings.KEEP_DAYS }));
    },
  });

  it('begin with its name, and are given to its routes with their types', async () => {
    expect(app.slug).toBe('good-places');
    const test = await testApplication(app, { settings: { GOOD_PLACES_MAPS_KEY: 'open sesame', GOOD_PLACES_KEEP_DAYS: '30' } });
    expect((await test.anonymous.get('/maps')).body).toEqual({ key: 'open sesame', days: 30 });
    await test.close();
  });

  it('are refused together, each by its own name, with the nearest name for one that is unknown', () => {
    const warnings: string[] = [];
    const load = (settings: NodeJS.ProcessEnv) => app.loadConfig(settings, (line) => warnings.push(line));
    expect(() => load({ PORT: 'x', GOOD_PLACES_MAPS_KEY: 'abc', GOOD_PLACES_SECRET: 'short' })).toThrow(
      /3 faults:\n- PORT must be[^]*- GOOD_PLACES_SECRET must be at least 32[^]*- GOOD_PLACES_MAPS_KEY must have 4 characters$/,
    );
    load({ GOOD_PLACES_SECRET: 'x'.repeat(32), GOOD_PLACES_MAP_KEY: 'abcd' });
    expect(warnings).toEqual(['GOOD_PLACES_MAP_KEY is not a setting of Good Places and is not used. Did you mean GOOD_PLACES_MAPS_KEY?']);
  });

  it('say on PostgreSQL what several processes have to share, by the names of this application', () => {
    expect(() => app.loadConfig({ DATABASE_URL: 'postgres://db.example/x' }, () => undefined)).toThrow(
      /GOOD_PLACES_SECRET is required on PostgreSQL[^]*GOOD_PLACES_SIGNING_KEY is required on PostgreSQL/,
    );
  });
});

describe('a definition that cannot work', () => {
  it('is refused at the first use of its table, with every fault, and in a line by each command', async () => {
    class Twice extends object({ name: text() }, { table: 'places' }) {}
    class Twices extends collection(Twice) {}
    expect(() => createApplication({ ...places, collections: [Places, Jobs] }).table).toThrow('Jobs is added to every application');
    const app = createApplication({ ...places, collections: [Places, Twices] });
    expect(() => app.table).toThrow(/places/);
    let stderr = '';
    const write = (text_: string) => ((stderr += text_), true);
    expect(await app.run(['check'], { stderr: { write } as never })).toBe(1);
    expect(stderr).toContain('places');
  });

  it.each([
    ['Zürich News', 'zurich-news'],
    ['Places!', 'places'],
    ['GoodPlaces', 'good-places'],
  ])('of %s has the slug %s', (name, slug) => {
    expect(createApplication({ ...places, name }).slug).toBe(slug);
  });

  it.each(['', '∞', '7 Places'])('has the name %j, which yields none for commands', (name) => {
    expect(() => createApplication({ ...places, name })).toThrow(/cannot be the name of files/);
  });
});

describe('an application with a sign-in of its own', () => {
  const app = createApplication({
    ...places,
    identity: {
      authenticate(request) {
        const name = request.headers.get('x-staff');
        if (name === null) return { kind: 'anonymous', id: null, name: null, tenantId: null, role: null };
        if (name === '') throw new UnauthenticatedError();
        return { kind: 'user', id: name, name, tenantId: null, role: 'editor' };
      },
    },
  });

  it('has none of the tables, pages and commands of identity', async () => {
    const test = await testApplication(app);
    expect(app.table.schema.map(({ name }) => name)).not.toContain('users');
    expect((await test.anonymous.get('/sign-in')).status).toBe(404);
    const made = await test.anonymous.post('/api/v1/places', { name: 'Pier' }, { 'x-staff': 'ada' });
    expect(made.status).toBe(201);
    expect((await test.anonymous.post('/api/v1/places', { name: 'Pier' }, { 'x-staff': '' })).status).toBe(401);
    expect((await test.run('user', 'list')).status).toBe(2);
    expect((await test.run('mode', '--set', 'read-only')).stdout).toContain('Changes are refused');
    await test.close();
  });
});

it('can be without a surface', async () => {
  const test = await testApplication(createApplication({ ...places, surfaces: { mcp: false, openapi: false } }));
  expect((await test.anonymous.get('/api/mcp/tools')).status).toBe(404);
  expect((await test.anonymous.get('/api/v1/openapi.json')).status).toBe(404);
  expect((await test.anonymous.get('/api/v1/places')).status).toBe(200);
  await test.close();
});

it('runs its own work in the background, and ends it', async () => {
  const events: string[] = [];
  const app = createApplication({
    ...places,
    start: () => {
      events.push('started');
      return async () => void events.push('stopped');
    },
  });
  const test = await testApplication(app, { background: true });
  expect(events).toEqual(['started']);
  await test.close();
  expect(events).toEqual(['started', 'stopped']);
});
