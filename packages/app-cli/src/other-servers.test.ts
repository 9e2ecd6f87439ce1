import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openNewsroom } from './testing/fixtures.ts';
import { startHttp } from './testing/fake-http.ts';
import { carriesSecrets } from './testing/hostile.ts';
import { SPEC_PAYLOAD, startSpecServer, type SpecServer } from './testing/spec-server.ts';
import { TestCli } from './testing/test-cli.ts';

async function openOther(): Promise<{ readonly server: SpecServer; readonly cli: TestCli }> {
  const server = await startSpecServer();
  onTestFinished(() => server.close());
  const cli = await TestCli.create({ defaultServerUrl: server.url });
  onTestFinished(() => cli.remove());
  return { server, cli };
}

describe('a server with only the specified endpoints', () => {
  it('supports signing in: the token is bound to its address, since it names no issuer', async () => {
    const { server, cli } = await openOther();
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(stderr).toContain('Code:    7h2k 99');
    expect(code).toBe(0);
    expect(await cli.config()).toMatchObject({
      serverUrl: server.url,
      credentials: { [server.url]: { issuer: server.url, token: server.token, expiresAt: null, hasMetadata: false } },
    });
  });

  it('supports the session, the catalog, a list, and signing out', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    const status = await cli.run(['auth', 'status']);
    expect(JSON.parse(status.stdout)).toMatchObject({ authenticated: true, userId: 'ada', server: server.url });
    expect((await cli.run(['auth', 'status'], { tty: true })).stdout).toContain('as a user whom the server does not name');
    expect(JSON.parse((await cli.run(['resources'])).stdout)).toMatchObject({ resources: [{ slug: 'articles' }] });
    expect(JSON.parse((await cli.run(['articles', 'list'])).stdout)).toEqual([{ id: 'a1', title: 'One' }]);
    expect((await cli.run(['doctor'])).stdout).toContain('it publishes no metadata');
    expect((await cli.run(['auth', 'logout'])).code).toBe(0);
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });

  it.each(['x', '12', 'a b', 'é☃', '"', 'x'.repeat(4096)])(
    'can use any device code, which is returned as it is: %j',
    async (deviceCode) => {
      const { server, cli } = await openOther();
      server.startExtras = { deviceCode };
      const { code, stdout, stderr } = await cli.run(['auth', 'login', '--no-open', '--debug']);
      // This server knows another code, and so says that this one is gone.
      expect(code).toBe(4);
      const sent = server.seen.filter(({ path }) => path === '/api/cli/auth/token').map(({ json }) => json);
      expect(sent).toEqual([{ deviceCode }]);
      if (deviceCode.length > 100) expect(stdout + stderr).not.toContain(deviceCode);
    },
  );

  it.each([
    ['', 'deviceCode is missing'],
    [7, 'deviceCode is not a text'],
    ['x'.repeat(4097), 'deviceCode is longer than 4096 characters'],
  ])('cannot use the device code %j', async (deviceCode, reason) => {
    const { server, cli } = await openOther();
    server.startExtras = { deviceCode };
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(code).toBe(1);
    expect(stderr).toContain(reason);
  });

  it.each(['1', 'é', '東京 2', 'AB  CD', 'AB\u00a0CD', '👩‍👩‍👧 3', 'B'.repeat(256)])('can use any user code: %j', async (userCode) => {
    const { server, cli } = await openOther();
    server.startExtras = { userCode };
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(code).toBe(0);
    expect(stderr).toContain(`Code:    ${userCode}\n`);
  });

  it.each(['  ', '\u200b\u200d', 'A\nB', 'A\tB', 'A\u202eB', 'B'.repeat(257)])(
    'cannot use a user code that nobody can read: %j',
    async (userCode) => {
      const { server, cli } = await openOther();
      server.startExtras = { userCode };
      const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
      expect(code).toBe(1);
      expect(stderr).toContain('userCode cannot be read by a person');
    },
  );

  it('has lists with a limit and a filter, although it publishes no schema for them', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    expect((await cli.run(['articles', 'list', '--limit', '5', '--where', '{"title":"One"}'])).code).toBe(0);
    expect(server.seen.at(-1)?.query.toString()).toBe(new URLSearchParams({ limit: '5', where: '{"title":"One"}' }).toString());
    expect((await cli.run(['articles', 'list', '--help'])).stdout).toContain('--where <json>');
    expect((await cli.run(['articles', 'list', '--nothing', 'x'])).code).toBe(2);
  });

  it('supports completion, although its catalog has no ETag', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    await cli.run(['articles', 'list']);
    server.seen.length = 0;
    expect((await cli.run(['__complete', 'bash', '--', 'articles', ''])).stdout).toBe('list\nget\n');
    expect(server.seen).toEqual([]);
    await cli.run(['articles', 'list']);
    expect(server.seen.find(({ path }) => path === '/api/_resources')?.headers).not.toHaveProperty('if-none-match');
  });

  it('binds the token to the issuer in its start response, if any', async () => {
    const { server, cli } = await openOther();
    server.startExtras = { issuer: 'urn:another' };
    await cli.run(['auth', 'login', '--no-open']);
    expect(await cli.config()).toMatchObject({ credentials: { [server.url]: { issuer: 'urn:another' } } });
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
  });

  it('can use the names of RFC 8628, and receives the device code under its own name', async () => {
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
    onTestFinished(() => server.close());
    const cli = await TestCli.create({ defaultServerUrl: server.url });
    onTestFinished(() => cli.remove());
    expect((await cli.run(['auth', 'login', '--no-open'])).code).toBe(0);
    expect(sent).toEqual([{ device_code: 'a-long-secret' }]);
  });

  it.each([
    ['no body', undefined],
    ['a list', ['ada']],
    ['text', 'ada'],
  ])('has its token stored even if its session response is %s, since a token is issued once', async (_what, session) => {
    const { server, cli } = await openOther();
    server.session = session;
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(code).toBe(0);
    expect(stderr).toContain('the server could not report your user');
    expect(await cli.config()).toMatchObject({ credentials: { [server.url]: { token: server.token } } });
  });

  it('is not signed in to if its session response is anonymous', async () => {
    const { server, cli } = await openOther();
    server.session = { authenticated: false };
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(code).toBe(4);
    expect(stderr).toContain('reports that this token is not valid');
    await expect(readFile(cli.configFile)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['a page for every address', { status: 200, text: '<html>', headers: { 'content-type': 'text/html' } }],
    ['a redirect to its sign-in page', { status: 302, headers: { location: '/login' } }],
    ['401', { status: 401 }],
    ['501', { status: 501 }],
  ])('may respond with %s instead of metadata', async (_what, unknown) => {
    const { server, cli } = await openOther();
    server.unknown = unknown;
    expect((await cli.run(['auth', 'login', '--no-open'])).code).toBe(0);
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
  });

  it('receives no token after publishing metadata of another issuer', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    server.seen.length = 0;
    server.unknown = { status: 200, json: { issuer: 'https://other.example' } };
    expect(await cli.run(['articles', 'list'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('now names https://other.example as its token issuer') as string,
    });
    expect(carriesSecrets(server.seen, server.token)).toBe(false);
  });

  it('accepts a token from standard input', async () => {
    const { server, cli } = await openOther();
    expect((await cli.run(['auth', 'login', '--with-token'], { stdin: server.token })).code).toBe(0);
    expect(await cli.config()).toMatchObject({ credentials: { [server.url]: { issuer: server.url, hasMetadata: false } } });
  });
});

describe('a server that published metadata at login', () => {
  it.each([
    ['404', { status: 404 }],
    ['a redirect', { status: 302, headers: { location: 'https://thief.example/' } }],
  ])('receives no token if it responds with %s there instead', async (_what, answer) => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    server.override = ({ path }) => (path.startsWith('/.well-known/') ? answer : undefined);
    expect(await cli.run(['articles', 'list'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('no longer publishes its token issuer') as string,
    });
    expect(carriesSecrets(server.seen, token)).toBe(false);
  });

  it('must do so again for a login stored by an older client', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    const credential = { issuer: server.url, token, expiresAt: null };
    await writeFile(cli.configFile, JSON.stringify({ serverUrl: server.url, credentials: { [server.url]: credential } }), { mode: 0o600 });
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
    server.override = ({ path }) => (path.startsWith('/.well-known/') ? { status: 404 } : undefined);
    expect((await cli.run(['articles', 'list'])).code).toBe(4);
  });

  it('receives no token while it is too busy to return its metadata', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    server.override = ({ path }) => (path.startsWith('/.well-known/') ? { status: 503 } : undefined);
    expect((await cli.run(['articles', 'list'])).code).toBe(6);
    expect(carriesSecrets(server.seen, token)).toBe(false);
  });
});

describe('a catalog with unusable parts', () => {
  it('names resources that cannot be reached, since the client has a command of that name', async () => {
    const { server, cli, signIn } = await openNewsroom({ extraCommands: [{ name: 'mcp', description: 'Own', run: () => undefined }] });
    await signIn();
    const [articles] = server.payload.resources;
    const resources = ['profiles', 'help', 'mcp', 'articles'].map((slug) => ({ ...articles!, slug }));
    server.override = ({ path }) => (path === '/api/_resources' ? { status: 200, json: { ...server.payload, resources } } : undefined);
    const { code, stderr } = await cli.run(['resources']);
    expect(code).toBe(0);
    expect(stderr.trim().split('\n')).toEqual([
      'newsroom-cli: The resource profiles cannot be used here: profiles is a command of this client',
      'newsroom-cli: The resource help cannot be used here: help is a command of this client',
    ]);
  });

  const broken = [
    ['an unknown kind', { kind: 'stream' }, '/kind'],
    ['an unknown scope', { scope: 'tenant' }, '/scope'],
    ['an unknown method', { httpMethod: 'QUERY' }, '/httpMethod'],
    ['a path that is not a list', { pathSegments: 'x' }, '/pathSegments'],
    ['parameters that are not a schema', { parameters: [] }, '/parameters'],
    ['a property that is not a schema', { parameters: { properties: { title: true } } }, '/parameters/properties/title'],
  ] as const;
  it.each(broken)('rejects a command with %s, and names the reason when it is called', async (_what, change, pointer) => {
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

  it('ignores malformed resources, warnings and commands', async () => {
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

  it('is parsed alike from the cache', async () => {
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

describe('a server whose artifact has a form of its own', () => {
  const foreign = [
    ['a digest beside a payload', { version: '2026-01', digest: `sha256:${'0'.repeat(64)}`, payload: SPEC_PAYLOAD }],
    ['another schema', { schema: 'urn:other:discovery', version: 1, integrity: { algorithm: 'sha512', digest: 'x' } }],
    ['a text', `sha256:${'0'.repeat(64)}`],
    ['a list', [1]],
  ] as const;

  it.each(foreign)('can be used when it is %s: the payload beside it counts, and one line says so once', async (_what, artifact) => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    server.answers.set('GET /api/_resources', { status: 200, json: { ...SPEC_PAYLOAD, artifact } });
    const first = await cli.run(['articles', 'list']);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toEqual([{ id: 'a1', title: 'One' }]);
    expect(first.stderr.split('an artifact of a form that this client cannot verify')).toHaveLength(2);
    expect(await cli.run(['articles', 'list'])).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse((await cli.run(['resources'])).stdout)).not.toHaveProperty('digest');
    expect((await cli.run(['doctor'])).stdout).toContain('1 resources, an artifact of a form that this client does not know');
  });

  it('is still rejected with a pin, which can only be compared with a verified digest', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    const digest = `sha256:${'0'.repeat(64)}`;
    server.answers.set('GET /api/_resources', { status: 200, json: { ...SPEC_PAYLOAD, artifact: { digest, integrity: { digest } } } });
    const { code, stderr } = await cli.run(['articles', 'list', '--pin', digest]);
    expect(code).toBe(1);
    expect(stderr).toContain(`expected ${digest}, the server offers an artifact of a form that this client does not know`);
    expect(server.seen.some(({ path }) => path === '/api/articles')).toBe(false);
  });

  it('may send null, which is no artifact', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    server.answers.set('GET /api/_resources', { status: 200, json: { ...SPEC_PAYLOAD, artifact: null } });
    expect(await cli.run(['articles', 'list'])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a server whose tools answer in a form of their own', () => {
  it.each([
    ['an object', { status: 200, json: { total: 3 } }, { total: 3 }],
    ['a list', { status: 200, json: [{ id: 'a1' }] }, [{ id: 'a1' }]],
    ['a text in JSON', { status: 200, json: 'done' }, 'done'],
    ['plain text', { status: 200, text: 'done', headers: { 'content-type': 'text/plain; charset=utf-8' } }, 'done'],
    ['null', { status: 200, json: null }, null],
    ['content that is not a list', { status: 200, json: { content: 'done' } }, { content: 'done' }],
  ])('is understood by mcp call: %s', async (_what, answer, printed) => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    server.answers.set('POST /api/mcp/call', answer);
    const { code, stdout, stderr } = await cli.run(['mcp', 'call', 'article_count']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(printed);
    expect((await cli.run(['mcp', 'call', 'article_count'], { tty: true })).code).toBe(0);
  });

  it('may answer nothing', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    server.answers.set('POST /api/mcp/call', { status: 204 });
    expect(await cli.run(['mcp', 'call', 'article_touch'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['isError', { isError: true, message: 'No' }],
    ['an error of JSON-RPC', { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'No' } }],
  ])('says by %s that the call failed', async (_what, json) => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    server.answers.set('POST /api/mcp/call', { status: 200, json });
    const { code, stdout, stderr } = await cli.run(['mcp', 'call', 'article_fail']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual(json);
    expect(stderr).toContain('The tool article_fail reported a failure');
  });

  it('is not mistaken for a proxy that answers with its page', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    server.answers.set('POST /api/mcp/call', { status: 200, text: '<html>', headers: { 'content-type': 'text/html' } });
    const { code, stdout, stderr } = await cli.run(['mcp', 'call', 'article_count']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('The response of the tool article_count is not JSON');
  });
});

describe('a server with a relative verificationUrl', () => {
  it.each([
    ['/cli', '/cli'],
    ['/cli?code=7h2k', '/cli?code=7h2k'],
    ['terminal-login', '/terminal-login'],
    ['./cli/approve', '/cli/approve'],
  ])('has %s opened on its own address', async (verificationUrl, path) => {
    const { server, cli } = await openOther();
    server.startExtras = { verificationUrl };
    const { code, stderr } = await cli.run(['auth', 'login']);
    expect(code).toBe(0);
    expect(stderr).toContain(`Address: ${server.url}${path}\n`);
    expect(cli.opened).toEqual([`${server.url}${path}`]);
  });

  it('has one on another host shown, and not opened', async () => {
    const { server, cli } = await openOther();
    for (const verificationUrl of ['//thief.example/cli', '--help', 'news.example/cli', '/\\thief.example/cli']) {
      server.startExtras = { verificationUrl };
      expect((await cli.run(['auth', 'login'])).code).toBe(1);
      expect(cli.opened).toEqual([]);
    }
  });
});

describe('a byte order mark', () => {
  const mark = '\ufeff';

  it('is passed over in whatever the server sends', async () => {
    const { server, cli } = await openOther();
    const withMark = (json: unknown, status = 200): { status: number; text: string } => ({ status, text: mark + JSON.stringify(json) });
    server.answers.set('GET /.well-known/oauth-authorization-server', withMark({ issuer: 'urn:marked' }));
    expect((await cli.run(['auth', 'login', '--no-open'])).code).toBe(0);
    expect(await cli.config()).toMatchObject({ credentials: { [server.url]: { issuer: 'urn:marked' } } });
    server.answers.set('GET /api/_resources', withMark(SPEC_PAYLOAD));
    server.answers.set('GET /api/articles', withMark([{ id: 'a1' }]));
    expect(JSON.parse((await cli.run(['articles', 'list'])).stdout)).toEqual([{ id: 'a1' }]);
    server.answers.set('GET /api/articles', withMark({ detail: 'Because of the mark', code: 'marked' }, 422));
    expect((await cli.run(['articles', 'list'])).stderr).toContain('Because of the mark (422 marked)');
  });

  it.each([
    ['UTF-8', (text: string) => Buffer.from(mark + text)],
    ['UTF-16, as Windows PowerShell writes it', (text: string) => Buffer.from(mark + text, 'utf16le')],
    ['UTF-16 of the other order', (text: string) => Buffer.from(mark + text, 'utf16le').swap16()],
  ])('is passed over in files and piped JSON: %s', async (_what, encode) => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    const config = await readFile(cli.configFile, 'utf8');
    await writeFile(cli.configFile, encode(config), { mode: 0o600 });
    server.answers.set('POST /api/mcp/call', { status: 200, json: {} });
    const file = join(cli.home, 'input.json');
    await writeFile(file, encode('{"title":"Größe"}'));
    expect((await cli.run(['mcp', 'call', 'article_create', `@${file}`])).code).toBe(0);
    expect(server.seen.at(-1)?.json).toEqual({ name: 'article_create', arguments: { title: 'Größe' } });
    expect((await cli.run(['mcp', 'call', 'article_create', '-'], { stdin: encode('{"title":"Größe"}') })).code).toBe(0);
    expect(server.seen.at(-1)?.json).toEqual({ name: 'article_create', arguments: { title: 'Größe' } });
  });

  it('is passed over in an argument', async () => {
    const { server, cli } = await openOther();
    await cli.run(['auth', 'login', '--no-open']);
    server.answers.set('POST /api/mcp/call', { status: 200, json: {} });
    expect((await cli.run(['mcp', 'call', 'article_create', `${mark}{"a":1}`])).code).toBe(0);
  });
});
