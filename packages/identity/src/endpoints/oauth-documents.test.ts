import { type Database, openDatabase } from '@colophon/core';
import { TestPorts } from '@colophon/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchClientDocument, type FetchedClientDocument } from '../agents/client-document.ts';
import { pinAgent } from '../agents/pin-agent.ts';
import { OAuthClients } from '../agents/oauth-client.ts';
import { TestAgent } from '../testing/agent.ts';
import type { Browser } from '../testing/browser.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { signedIn } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';

const URL_OF_DOCUMENT = 'https://agent.example/oauth/client.json';
const REDIRECT = 'https://agent.example/callback';
const DOCUMENT = { client_id: URL_OF_DOCUMENT, client_name: 'Quill', redirect_uris: [REDIRECT, 'http://127.0.0.1/callback'] };

describe('a client with a metadata document', () => {
  let database: Database;
  let world: World;
  let clock: TestClock;
  let server: RunningIdentity;
  let browser: Browser;
  let agent: TestAgent;
  let answer: (url: string, etag: string | undefined) => Partial<FetchedClientDocument> | Error;
  let fetched: (string | undefined)[][];
  beforeEach(async () => {
    fetched = [];
    answer = () => ({});
    database = await openDatabase('sqlite::memory:', { ports: new TestPorts() });
    database.ports.provide(fetchClientDocument, async (url, etag) => {
      fetched.push([url, etag]);
      const given = answer(url, etag);
      if (given instanceof Error) throw given;
      const text = JSON.stringify(DOCUMENT);
      return { status: 200, contentType: 'application/json', etag: undefined, cacheControl: undefined, text, ...given };
    });
    world = await makeWorld(database);
    clock = new TestClock();
    server = await serveIdentity(database, { clock: clock.now, oauth: {} });
    browser = await signedIn(server, database, world.ada, clock.now());
    agent = new TestAgent(server);
    agent.clientId = URL_OF_DOCUMENT;
  });
  afterEach(async () => {
    await server.stop();
    await database.close();
  });
  const open = (changes: Readonly<Record<string, string>> = {}) => agent.open(browser, { redirect_uri: REDIRECT, ...changes });

  it('is named by its host, and acts once it is allowed', async () => {
    const page = await open();
    expect(page.text).toContain('<p class="host">agent.example</p>');
    expect(page.text).not.toContain('Not verified');
    const { location } = await agent.decide(browser, page, 'approve');
    const tokens = await agent.exchange(location?.searchParams.get('code') ?? '', { redirect_uri: REDIRECT });
    expect(await agent.call(tokens.access_token)).toMatchObject({
      agent: { clientId: URL_OF_DOCUMENT, name: 'Quill', verifiedHost: 'agent.example' },
    });
  });

  it('is not asked about again for the same or less, at an address that only its host receives', async () => {
    await agent.decide(browser, await open(), 'approve', { 'scope-write': 'on' });
    const again = await open();
    expect([again.status, again.location?.origin]).toEqual([303, 'https://agent.example']);
    expect(await agent.exchange(again.location?.searchParams.get('code') ?? '', { redirect_uri: REDIRECT })).toMatchObject({ status: 200 });
    expect((await open({ scope: 'read' })).status).toBe(303);
    expect((await open({ scope: 'read write publish' })).status).toBe(200);
    expect((await open({ prompt: 'consent' })).status).toBe(200);
    // Any program of the computer could listen there.
    expect((await open({ redirect_uri: 'http://127.0.0.1:4711/callback' })).status).toBe(200);
    await setMembership(database, { userId: world.ada.userId, tenantId: null, role: 'viewer' });
    await removeMembership(database, { userId: world.ada.userId, tenantId: world.tenantId });
    expect((await agent.open(browser, { redirect_uri: REDIRECT })).location?.pathname).toBe('/sign-in');
  });

  it('is fetched when it is needed, as its headers say, between five minutes and a day', async () => {
    answer = () => ({ cacheControl: 'public, max-age=3600', etag: '"1"' });
    await open();
    clock.advance(3599);
    await open();
    expect(fetched).toEqual([[URL_OF_DOCUMENT, undefined]]);
    clock.advance(2);
    answer = () => ({ status: 304, text: '', cacheControl: 'no-store' });
    expect((await open()).status).toBe(200);
    expect(fetched.at(-1)).toEqual([URL_OF_DOCUMENT, '"1"']);
    clock.advance(299);
    await open();
    expect(fetched).toHaveLength(2);
    clock.advance(2);
    answer = () => ({ cacheControl: 'max-age=999999999' });
    await open();
    clock.advance(24 * 3600 - 1);
    browser = await signedIn(server, database, world.ada, clock.now());
    await open();
    expect(fetched).toHaveLength(3);
  });

  it('loses the addresses that its document does not name any more', async () => {
    await open();
    clock.advance(301);
    answer = () => ({ text: JSON.stringify({ ...DOCUMENT, redirect_uris: ['https://agent.example/other'] }) });
    expect((await open()).status).toBe(400);
  });

  it('is not fetched for strangers, nor again for a minute after it failed, nor more than ten times a minute', async () => {
    expect((await agent.open(server.browser(), { redirect_uri: REDIRECT })).location?.pathname).toBe('/sign-in');
    expect(fetched).toEqual([]);
    answer = () => new Error('no route to host');
    expect((await open()).status).toBe(503);
    answer = () => ({});
    clock.advance(59);
    expect((await open()).status).toBe(503);
    expect(fetched).toHaveLength(1);
    clock.advance(2);
    expect((await open()).status).toBe(200);
    for (let count = 0; count < 9; count += 1) {
      agent.clientId = `https://agent.example/${count}`;
      expect((await open()).status).toBe(400);
    }
    agent.clientId = 'https://agent.example/another';
    expect((await open()).status).toBe(429);
  });

  it.each<[string, unknown, Partial<FetchedClientDocument>?]>([
    ['names another client', { ...DOCUMENT, client_id: 'https://other.example/client.json' }],
    ['names itself in another spelling', { ...DOCUMENT, client_id: 'https://AGENT.example/oauth/client.json' }],
    ['names no client', { ...DOCUMENT, client_id: undefined }],
    ['leads only elsewhere', { ...DOCUMENT, redirect_uris: ['https://victim.example/callback'] }],
    ['leads to a script', { ...DOCUMENT, redirect_uris: [REDIRECT, 'javascript:alert(1)'] }],
    ['leads nowhere', { ...DOCUMENT, redirect_uris: [] }],
    ['has no addresses', { ...DOCUMENT, redirect_uris: REDIRECT }],
    ['contains a secret', { ...DOCUMENT, client_secret: 'x' }],
    ['authenticates with a secret', { ...DOCUMENT, token_endpoint_auth_method: 'client_secret_post' }],
    ['authenticates with a key', { ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' }],
    ['wants another grant', { ...DOCUMENT, grant_types: ['client_credentials'] }],
    ['wants a token at once', { ...DOCUMENT, response_types: ['token'] }],
    ['is a list', [DOCUMENT]],
    ['is a page', DOCUMENT, { contentType: 'text/html' }],
    ['has no type', DOCUMENT, { contentType: undefined }],
    ['is no JSON', DOCUMENT, { text: '{' }],
    ['is empty', DOCUMENT, { text: '' }],
    ['did not change, although it is not known', DOCUMENT, { status: 304 }],
  ])('is refused if its document %s', async (_what, document, more = {}) => {
    answer = () => ({ text: JSON.stringify(document), ...more });
    const page = await open();
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(await new OAuthClients(database).count()).toBe(0);
  });

  it.each([
    'http://agent.example/client.json',
    'https://agent.example',
    'https://agent.example/',
    'https://agent.example/a/../client.json',
    'https://agent.example/client.json#x',
    'https://a:b@agent.example/client.json',
    'https://AGENT.example/client.json',
    'https://agent.example:443/client.json',
    'ftp://agent.example/client.json',
    'https://agent.example\\@evil.example/client.json',
  ])('cannot be %s, which is not even fetched', async (url) => {
    agent.clientId = url;
    expect((await open()).status).toBe(400);
    expect(fetched).toEqual([]);
  });

  it('is known without a fetch if the operator pins it, and others are then refused if the settings say so', async () => {
    await server.stop();
    server = await serveIdentity(database, { clock: clock.now, oauth: { agents: 'pinned', registration: false } });
    browser = await signedIn(server, database, world.ada, clock.now());
    agent = new TestAgent(server);
    agent.clientId = URL_OF_DOCUMENT;
    const refused = await open();
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('that the operator of this server has chosen') as string]);
    await pinAgent(database, { url: URL_OF_DOCUMENT, document: JSON.stringify(DOCUMENT) });
    const page = await open();
    expect(page.status).toBe(200);
    expect(page.text).toContain('Chosen by the operator');
    expect(fetched).toEqual([]);
    expect((await agent.register()).status).toBe(404);
    const metadata = (await (await fetch(`${server.url}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>;
    expect([metadata['registration_endpoint'], metadata['client_id_metadata_document_supported']]).toEqual([undefined, false]);
  });
});
