import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { afterThisTest, openNewsroom } from './testing/fixtures.ts';
import { startHttp } from './testing/fake-http.ts';
import { carriesSecrets } from './testing/hostile.ts';
import { startSpecServer, type SpecServer } from './testing/spec-server.ts';
import { TestCli } from './testing/test-cli.ts';

async function openOther(): Promise<{ readonly server: SpecServer; readonly cli: TestCli }> {
  const server = await startSpecServer();
  afterThisTest(() => server.close());
  const cli = await TestCli.create({ defaultServerUrl: server.url });
  afterThisTest(() => cli.remove());
  return { server, cli };
}

describe('a server with the agreed endpoints and nothing else', () => {
  it('can be signed in to: the token is bound to its address, since it names no issuer', async () => {
    const { server, cli } = await openOther();
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(stderr).toContain('Code:    7h2k 99');
    expect(code).toBe(0);
    expect(await cli.config()).toMatchObject({
      serverUrl: server.url,
      credentials: { [server.url]: { issuer: server.url, token: server.token, expiresAt: null, hasMetadata: false } },
    });
  });

  it('can then be used: the session, the catalog, a list, and signing out', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    const status = await cli.run(['auth', 'status']);
    expect(JSON.parse(status.stdout)).toMatchObject({ authenticated: true, userId: 'ada', server: server.url });
    expect((await cli.run(['auth', 'status'], { tty: true })).stdout).toContain('as somebody whom the server does not name');
    expect(JSON.parse((await cli.run(['resources'])).stdout)).toMatchObject({ resources: [{ slug: 'articles' }] });
    expect(JSON.parse((await cli.run(['articles', 'list'])).stdout)).toEqual([{ id: 'a1', title: 'One' }]);
    expect((await cli.run(['doctor'])).stdout).toContain('it publishes no metadata');
    expect((await cli.run(['auth', 'logout'])).code).toBe(0);
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });

  it('is bound to the issuer of its start where that names one', async () => {
    const { server, cli } = await openOther();
    server.startExtras = { issuer: 'urn:another' };
    await cli.run(['auth', 'login', '--no-open']);
    expect(await cli.config()).toMatchObject({ credentials: { [server.url]: { issuer: 'urn:another' } } });
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
  });

  it('understands the names of RFC 8628, and gets the device code back under the name it gave', async () => {
    const sent: unknown[] = [];
    const server = await startHttp(({ path, json }) => {
      if (path === '/api/cli/auth/start')
        return {
          status: 200,
          json: { device_code: 'a-long-secret', user_code: 'WDJB', verification_uri: `${server.url}/x`, expires_in: 60, interval: 1 },
        };
      if (path !== '/api/cli/auth/token') return { status: 404 };
      sent.push(json);
      return { status: 200, json: { status: 'approved', accessToken: 'token', tokenType: 'bearer' } };
    });
    afterThisTest(() => server.close());
    const cli = await TestCli.create({ defaultServerUrl: server.url });
    afterThisTest(() => cli.remove());
    expect((await cli.run(['auth', 'login', '--no-open'])).code).toBe(0);
    expect(sent).toEqual([{ device_code: 'a-long-secret' }]);
  });

  it.each([
    ['no body', undefined],
    ['a list', ['ada']],
    ['text', 'ada'],
  ])('keeps the token when its session says %s, since a token can be had once', async (_what, session) => {
    const { server, cli } = await openOther();
    server.session = session;
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(code).toBe(0);
    expect(stderr).toContain('the server could not report your user');
    expect(await cli.config()).toMatchObject({ credentials: { [server.url]: { token: server.token } } });
  });

  it('is not signed in to when its session says that nobody is', async () => {
    const { server, cli } = await openOther();
    server.session = { authenticated: false };
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(code).toBe(4);
    expect(stderr).toContain('says that this token is not valid');
    await expect(readFile(cli.configFile)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['a page for every address', { status: 200, text: '<html>', headers: { 'content-type': 'text/html' } }],
    ['a redirect to its sign-in page', { status: 302, headers: { location: '/login' } }],
    ['401', { status: 401 }],
    ['501', { status: 501 }],
  ])('may answer %s where the metadata would be', async (_what, unknown) => {
    const { server, cli } = await openOther();
    server.unknown = unknown;
    expect((await cli.run(['auth', 'login', '--no-open'])).code).toBe(0);
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
  });

  it('gets no token once it publishes metadata that names another issuer', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    server.seen.length = 0;
    server.unknown = { status: 200, json: { issuer: 'https://other.example' } };
    expect(await cli.run(['articles', 'list'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('now says that https://other.example issues its tokens') as string,
    });
    expect(carriesSecrets(server.seen, server.token)).toBe(false);
  });

  it('takes a token from standard input', async () => {
    const { server, cli } = await openOther();
    expect((await cli.run(['auth', 'login', '--with-token'], { stdin: server.token })).code).toBe(0);
    expect(await cli.config()).toMatchObject({ credentials: { [server.url]: { issuer: server.url, hasMetadata: false } } });
  });
});

describe('a server that published metadata at login', () => {
  it.each([
    ['404', { status: 404 }],
    ['a redirect', { status: 302, headers: { location: 'https://thief.example/' } }],
  ])('gets no token once it answers %s there instead', async (_what, answer) => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    server.override = ({ path }) => (path.startsWith('/.well-known/') ? answer : undefined);
    expect(await cli.run(['articles', 'list'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('no longer says who issues its tokens') as string,
    });
    expect(carriesSecrets(server.seen, token)).toBe(false);
  });

  it('must do so again for a login that an older client kept', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    const credential = { issuer: server.url, token, expiresAt: null };
    await writeFile(cli.configFile, JSON.stringify({ serverUrl: server.url, credentials: { [server.url]: credential } }), { mode: 0o600 });
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
    server.override = ({ path }) => (path.startsWith('/.well-known/') ? { status: 404 } : undefined);
    expect((await cli.run(['articles', 'list'])).code).toBe(4);
  });

  it('is not asked for the token while it is too busy to say who it is', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    server.override = ({ path }) => (path.startsWith('/.well-known/') ? { status: 503 } : undefined);
    expect((await cli.run(['articles', 'list'])).code).toBe(6);
    expect(carriesSecrets(server.seen, token)).toBe(false);
  });
});

describe('a catalog with something unusable in it', () => {
  const broken = [
    ['a kind that this client does not know', { kind: 'stream' }, '/kind'],
    ['a scope that this client does not know', { scope: 'tenant' }, '/scope'],
    ['a method that this client does not know', { httpMethod: 'QUERY' }, '/httpMethod'],
    ['a path that is no list', { pathSegments: 'x' }, '/pathSegments'],
    ['parameters that are no schema', { parameters: [] }, '/parameters'],
    ['a property that is no schema', { parameters: { properties: { title: true } } }, '/parameters/properties/title'],
  ] as const;
  it.each(broken)('does without a command that has %s, and says why when it is asked for', async (_what, change, pointer) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const [articles, ...others] = server.payload.resources;
    const faulty = { ...articles!.commands[0], methodName: 'odd', commandName: 'odd', ...change };
    const payload = { ...server.payload, resources: [{ ...articles!, commands: [...articles!.commands, faulty] }, ...others] };
    server.override = ({ path }) => (path === '/api/_resources' ? { status: 200, json: payload } : undefined);
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
    const { code, stderr } = await cli.run(['articles', 'odd']);
    expect(code).toBe(1);
    expect(stderr).toContain(`The server offers articles odd, but it is malformed at ${pointer}; it is not run`);
    expect((await cli.run(['resources'])).stderr).toContain('Refused the command "articles odd"');
  });

  it('does without a resource, a warning or a command that is none', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const [articles] = server.payload.resources;
    const resources = [null, 7, { slug: 'odd' }, { ...articles!, commands: [...articles!.commands, null] }];
    server.override = ({ path }) =>
      path === '/api/_resources' ? { status: 200, json: { ...server.payload, warnings: [7, 'real'], resources } } : undefined;
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
    const { stdout, stderr } = await cli.run(['resources']);
    expect(JSON.parse(stdout)).toMatchObject({ warnings: ['real'], resources: [{ slug: 'articles' }] });
    expect(stderr).toContain('Refused the resource "number 1": its slug is not a safe name');
    expect(stderr).toContain('Refused the resource "odd": its API path is not one safe URL segment');
  });

  it('is read the same way from the cache', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const [articles] = server.payload.resources;
    const faulty = { ...articles!.commands[0], commandName: 'odd', kind: 'stream' };
    const payload = { ...server.payload, resources: [null, { ...articles!, commands: [...articles!.commands, faulty] }] };
    server.override = ({ path, headers }) => {
      if (path !== '/api/_resources') return undefined;
      return { status: headers['if-none-match'] === '"1"' ? 304 : 200, json: payload, headers: { etag: '"1"' } };
    };
    await cli.run(['resources']);
    expect((await cli.run(['resources', '--debug'])).stderr).toContain('Catalog unchanged');
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
    expect((await cli.run(['articles', 'odd'])).stderr).toContain('it is malformed at /kind');
  });
});
