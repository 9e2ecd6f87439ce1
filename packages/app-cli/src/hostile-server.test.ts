import type { DiscoveryParameters } from '@colophon/contract';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FAKE_PAYLOAD } from './testing/fake-catalog.ts';
import { problem, type FakeAnswer } from './testing/fake-http.ts';
import { openNewsroom } from './testing/fixtures.ts';
import { carriesSecrets, HOSTILE_TEXT, payloadWith, startThief, tamperedDiscovery, UNSAFE_OUTPUT } from './testing/hostile.ts';

describe('a server that redirects to another origin', () => {
  const steps = [
    ['the session', '/api/cli/auth/session', ['auth', 'status']],
    ['discovery', '/api/_resources', ['resources']],
    ['a read', '/api/articles', ['articles', 'list']],
    ['a write', '/api/articles', ['articles', 'create', '--title', 'x']],
    ['the MCP tools', '/api/mcp/tools', ['mcp', 'tools']],
    ['an MCP call', '/api/mcp/call', ['mcp', 'call', 'article_get', '{}']],
  ] as const;
  it.each(steps.flatMap((step) => [302, 307, 308].map((status) => [...step, status] as const)))(
    'is not followed at %s (%s), and receives nothing',
    async (_what, path, argv, status) => {
      const { server, cli, signIn } = await openNewsroom();
      const token = await signIn();
      const thief = await startThief();
      onTestFinished(() => thief.close());
      server.override = (request) => (request.path === path ? { status, headers: { location: `${thief.url}${path}` } } : undefined);
      const { code, stderr } = await cli.run(argv);
      expect(code).toBe(1);
      expect(stderr).toContain(`wants to redirect this request to ${thief.url}; it was not followed`);
      expect(thief.seen).toEqual([]);
      expect(carriesSecrets(thief.seen, token)).toBe(false);
    },
  );

  it('is not followed at the metadata, and receives nothing: a known issuer must be confirmed', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const thief = await startThief();
    onTestFinished(() => thief.close());
    server.override = ({ path }) => (path.startsWith('/.well-known/') ? { status: 302, headers: { location: thief.url } } : undefined);
    expect((await cli.run(['auth', 'status'])).code).toBe(4);
    expect(thief.seen).toEqual([]);
  });

  it.each(['/api/cli/auth/start', '/api/cli/auth/token'])('does not receive the device code at %s', async (path) => {
    const { server, cli } = await openNewsroom();
    const thief = await startThief();
    onTestFinished(() => thief.close());
    server.override = (request) => (request.path === path ? { status: 307, headers: { location: `${thief.url}${path}` } } : undefined);
    expect((await cli.run(['auth', 'login'])).code).toBe(1);
    expect(thief.seen).toEqual([]);
  });

  it('is not followed on its own origin either', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.override = ({ path }) => (path === '/api/articles' ? { status: 301, headers: { location: '/api/articles/' } } : undefined);
    expect(await cli.run(['articles', 'list'])).toMatchObject({ code: 1, stderr: expect.stringContaining('was not followed') as string });
  });

  it('does not receive the token if the server is switched by a flag, the environment or the config file', async () => {
    const { cli, signIn } = await openNewsroom();
    const token = await signIn();
    const thief = await startThief();
    onTestFinished(() => thief.close());
    await cli.run(['resources', '--server', thief.url]);
    await cli.run(['resources'], { env: { NEWSROOM_SERVER_URL: thief.url } });
    await cli.run(['profiles', 'add', 'thief', thief.url]);
    await cli.run(['resources', '--profile', 'thief']);
    expect(thief.seen.length).toBeGreaterThan(0);
    expect(carriesSecrets(thief.seen, token)).toBe(false);
  });

  it('does not receive the token of the environment if given by a flag', async () => {
    const { cli } = await openNewsroom();
    const thief = await startThief();
    onTestFinished(() => thief.close());
    const { code, stderr } = await cli.run(['resources', '--server', thief.url], { env: { NEWSROOM_TOKEN: 'sekret' } });
    expect(code).toBe(2);
    expect(stderr).toContain(`NEWSROOM_TOKEN is not sent to ${thief.url}`);
    expect(thief.seen).toEqual([]);
  });
});

describe('a server whose catalog leads out of its collection', () => {
  it.each([
    ['..'],
    ['.'],
    [''],
    ['a/b'],
    ['..%2f'],
    ['%2e%2e'],
    ['a\\b'],
    ['a?b'],
    ['a#b'],
    ['{missing}'],
    ['{__proto__}'],
    ['..;'],
    [HOSTILE_TEXT],
  ])('is rejected for the path segment %j, by name, and the other commands stay usable', async (segment) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.payload = payloadWith({ pathSegments: [segment] });
    const { code, stderr } = await cli.run(['articles', 'evil']);
    expect(code).toBe(1);
    expect(stderr).toContain('The server offers articles evil, but its path segment');
    expect(UNSAFE_OUTPUT.test(stderr)).toBe(false);
    expect(server.seen.every(({ path }) => path === '/api/_resources' || path.startsWith('/.well-known/'))).toBe(true);
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
  });

  it.each(['..', '../admin', 'a/b', '__proto__', 'constructor', '', 'Ärtikel', '-x'])(
    'is rejected for the API path %j',
    async (apiPath) => {
      const { server, cli, signIn } = await openNewsroom();
      await signIn();
      const [articles] = FAKE_PAYLOAD.resources;
      server.payload = { ...FAKE_PAYLOAD, resources: [{ ...articles!, apiPath }] };
      const { code, stderr } = await cli.run(['articles', 'list']);
      expect(code).toBe(1);
      expect(stderr).toContain('The server offers articles, but its API path is not one safe URL segment');
    },
  );

  it.each(['..', '.', 'a/b', 'a\\b', '\u0000', 'x\ny', ''])('cannot exploit the id %j', async (id) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { code } = await cli.run(['articles', 'get', id]);
    expect(code).toBe(2);
    expect(server.seen.every(({ path }) => !path.startsWith('/api/articles'))).toBe(true);
  });

  it('receives exactly the id that was typed', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    await cli.run(['articles', 'get', '%2e%2e?x#y']);
    expect(server.seen.at(-1)?.path).toBe('/api/articles/%252e%252e%3Fx%23y');
  });

  it('is rejected if resources and commands are named like Object properties', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.payload = payloadWith({ commandName: '__proto__' });
    expect(await cli.run(['articles', '__proto__'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('its name is not a safe name') as string,
    });
    server.payload = payloadWith({
      commandName: 'evil',
      parameters: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as DiscoveryParameters,
    });
    expect(await cli.run(['articles', 'evil', '--__proto__', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unsafe name') as string,
    });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('may return __proto__ in its data, which stays data', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.override = ({ path }) =>
      path === '/api/articles' ? { status: 200, text: '{"items":[{"id":"a1","__proto__":{"polluted":true}}],"count":1}' } : undefined;
    const { code, stdout } = await cli.run(['articles', 'list', '--all']);
    expect(code).toBe(0);
    expect(stdout).toContain('"__proto__"');
    expect(await cli.run(['articles', 'list'], { tty: true })).toMatchObject({ code: 0 });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('is rejected if it requires a header that only the client may set', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.payload = payloadWith({
      httpMethod: 'POST',
      parameters: { type: 'object', 'x-requirements': { idempotencyKey: { header: 'Host', required: true } } },
    });
    expect(await cli.run(['articles', 'evil'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('requires the header "host"') as string,
    });
  });
});

describe('a server that puts control characters and bidi overrides into every string', () => {
  const hostile = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value}${HOSTILE_TEXT}`;
    if (Array.isArray(value)) return value.map(hostile);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hostile(member)]));
  };

  const lines = [
    ['resources'],
    ['resources', '--debug'],
    ['articles', '--help'],
    ['articles', 'create', '--help'],
    ['articles', 'list'],
    ['articles', 'get', 'a1'],
    ['articles', 'list', '--json'],
    ['articles', 'list', '--output', 'csv'],
    ['articles', 'list', '--output', 'ndjson'],
    ['mcp', 'tools'],
    ['mcp', 'call', 'article_get', '{}'],
    ['auth', 'status'],
    ['doctor'],
    ['doctor', '--json'],
    ['--help'],
    ['__complete', 'zsh', '--', 'articles', ''],
    ['__complete', 'fish', '--', 'articles', 'create', '--'],
  ];
  it.each(lines.map((argv) => [argv]))('cannot send them to the terminal through %j', async (argv) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const fields = {
      title: HOSTILE_TEXT,
      [`name${HOSTILE_TEXT}`]: HOSTILE_TEXT,
      tags: [HOSTILE_TEXT],
      metadata: { [HOSTILE_TEXT]: HOSTILE_TEXT },
    };
    server.articles.add(fields);
    server.mcp.tools[0]!.description = HOSTILE_TEXT;
    server.payload = {
      ...FAKE_PAYLOAD,
      warnings: [HOSTILE_TEXT],
      resources: FAKE_PAYLOAD.resources.map((resource) => ({
        ...resource,
        label: HOSTILE_TEXT,
        description: HOSTILE_TEXT,
        className: HOSTILE_TEXT,
        commands: resource.commands.map((command) => ({
          ...command,
          description: HOSTILE_TEXT,
          parameters: {
            ...command.parameters,
            properties: Object.fromEntries(
              Object.entries(command.parameters?.properties ?? {}).map(([name, schema]) => [
                name,
                { ...schema, description: HOSTILE_TEXT, default: HOSTILE_TEXT },
              ]),
            ),
          },
        })),
      })),
    };
    server.override = ({ path, method }) => {
      if (path === '/api/cli/auth/session' && method === 'GET') {
        const session = {
          authenticated: true,
          user: { id: 'u1', name: 'n', email: 'e' },
          tenant: { name: 't' },
          roles: ['r'],
          session: { id: 's' },
        };
        return { status: 200, json: { ...(hostile(session) as object), authenticated: true, issuer: server.grant.issuer } };
      }
      return undefined;
    };
    await cli.run(['resources', '--refresh']);
    const { stdout, stderr } = await cli.run(argv, { tty: true, env: { NO_COLOR: '1' } });
    // CSV ends its lines with both (RFC 4180).
    expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(UNSAFE_OUTPUT);
    expect(stderr).not.toMatch(UNSAFE_OUTPUT);
    expect(stdout.length + stderr.length).toBeGreaterThan(0);
  });

  const errors: readonly (readonly [string, FakeAnswer])[] = [
    [
      'problem details',
      problem(422, HOSTILE_TEXT, HOSTILE_TEXT, {
        title: HOSTILE_TEXT,
        hint: HOSTILE_TEXT,
        requestId: HOSTILE_TEXT,
        errors: [{ pointer: `/${HOSTILE_TEXT}`, code: 'x', detail: HOSTILE_TEXT }],
      }),
    ],
    ['plain text', { status: 400, text: HOSTILE_TEXT, headers: { 'content-type': 'text/plain' } }],
    ['the errors of OAuth', { status: 400, json: { error: HOSTILE_TEXT, error_description: HOSTILE_TEXT } }],
    ['a redirect', { status: 302, headers: { location: 'https://x.example/\u202e'.replace('\u202e', '%E2%80%AE') } }],
  ];
  it.each(errors)('cannot send them to the terminal through %s', async (_what, answer) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.override = ({ path }) => (path === '/api/articles' ? answer : undefined);
    for (const more of [[], ['--json']]) {
      const { code, stderr } = await cli.run(['articles', 'list', ...more]);
      expect(code).not.toBe(0);
      expect(stderr).not.toMatch(UNSAFE_OUTPUT);
    }
  });

  it.each(['verificationUrl', 'userCode', 'issuer', 'deviceCode'])('cannot start a login with them in %s', async (member) => {
    const { server, cli } = await openNewsroom();
    server.override = ({ path }) =>
      path === '/api/cli/auth/start'
        ? { status: 201, json: { ...start(server.url), [member]: `${server.url}${HOSTILE_TEXT}` } }
        : undefined;
    const { code, stderr } = await cli.run(['auth', 'login']);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(UNSAFE_OUTPUT);
    expect(cli.opened).toEqual([]);
  });
});

function start(issuer: string): Record<string, unknown> {
  return {
    deviceCode: 'x'.repeat(43),
    userCode: 'BCDF-GHJK',
    verificationUrl: `${issuer}/terminal-login`,
    expiresIn: 600,
    interval: 1,
    issuer,
  };
}

describe('a server that sends too much', () => {
  const megabyte = 'x'.repeat(1024 * 1024);

  it('is cut off at 64 MB of a response of 100 MB', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    let sent = 0;
    server.override = async ({ path }, response) => {
      if (path !== '/api/articles') return undefined;
      response.writeHead(200, { 'content-type': 'application/json' });
      const closed = once(response, 'close');
      response.write('{"items":[{"title":"');
      for (; sent < 100 && !response.destroyed; sent += 1) {
        if (!response.write(megabyte)) await Promise.race([once(response, 'drain'), closed]);
      }
      response.end('"}]}');
      return undefined;
    };
    const { code, stdout, stderr } = await cli.run(['articles', 'list']);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('is larger than 67108864 bytes; reading was stopped');
    expect(sent).toBeLessThan(100);
  });

  it.each([
    ['discovery', '/api/_resources', ['resources'], 9],
    ['the session', '/api/cli/auth/session', ['auth', 'status'], 1],
    ['the metadata', '/.well-known/oauth-authorization-server', ['auth', 'status'], 1],
  ] as const)('is cut off at %s', async (_what, path, argv, megabytes) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.override = (request) => (request.path === path ? { status: 200, json: { filler: megabyte.repeat(megabytes) } } : undefined);
    expect(await cli.run(argv)).toMatchObject({ code: 1, stderr: expect.stringContaining('is larger than') as string });
  });

  it('is cut off by the decompressed size of a small response', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024, ' '));
    expect(bomb.length).toBeLessThan(20_000);
    server.override = ({ path }, response) => {
      if (path !== '/api/_resources') return undefined;
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(bomb);
      return undefined;
    };
    expect(await cli.run(['resources'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is larger than 8388608 bytes') as string,
    });
  });

  it('is rejected for JSON that is nested too deeply', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.override = ({ path }) =>
      path === '/api/articles' ? { status: 200, text: `${'['.repeat(100_000)}${']'.repeat(100_000)}` } : undefined;
    expect(await cli.run(['articles', 'list'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nested deeper than 64 levels') as string,
    });
  });

  it('is rejected for an implausible number of commands', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const [articles] = FAKE_PAYLOAD.resources;
    server.payload = {
      ...FAKE_PAYLOAD,
      resources: Array.from({ length: 20_001 }, (_, index) => ({ ...articles!, slug: `r${index}`, apiPath: `r${index}`, commands: [] })),
    };
    expect(await cli.run(['resources'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('more than 20000 are not read') as string,
    });
  });
});

describe('a server with a deceptive login', () => {
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'http://evil.example/terminal-login',
    'https://user:password@news.example/x',
    'https://news.example/\u0000x',
    'https://news.example/ --flag',
    `https://news.example/${'x'.repeat(3000)}`,
    '--help',
    'vscode://x',
  ])('is stopped for the address %j, which is neither shown nor opened', async (address) => {
    for (const member of ['verificationUrl', 'verificationUrlComplete']) {
      const { server, cli } = await openNewsroom();
      server.override = ({ path }) =>
        path === '/api/cli/auth/start' ? { status: 201, json: { ...start(server.url), [member]: address } } : undefined;
      const { code, stderr } = await cli.run(['auth', 'login']);
      expect(code).toBe(1);
      expect(stderr).toContain('The server asks to open a URL that');
      expect(cli.opened).toEqual([]);
    }
  });

  it('has a foreign address shown with a warning, and not opened', async () => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = () => server.grant.approve();
    server.override = ({ path }) => {
      const answer = path === '/api/cli/auth/start' ? server.grant.handle(server.seen.at(-1)!) : undefined;
      return answer === undefined
        ? undefined
        : {
            ...answer,
            json: {
              ...(answer.json as object),
              verificationUrl: 'https://other.example/login',
              verificationUrlComplete: 'https://other.example/login?c=1',
            },
          };
    };
    const { code, stderr } = await cli.run(['auth', 'login']);
    expect(code).toBe(0);
    expect(stderr).toContain("is not on Newsroom's own server, so it is not opened automatically");
    expect(cli.opened).toEqual([]);
  });

  it('is stopped if the start response names another issuer than the metadata', async () => {
    const { server, cli } = await openNewsroom();
    server.override = ({ path }) =>
      path === '/api/cli/auth/start' ? { status: 201, json: { ...start(server.url), issuer: 'https://other.example' } } : undefined;
    const { code, stderr } = await cli.run(['auth', 'login']);
    expect(code).toBe(1);
    expect(stderr).toContain('The login names the issuer https://other.example');
    await expect(readFile(cli.configFile)).rejects.toThrow('ENOENT');
  });

  it('is stopped if the session belongs to another issuer, and nothing is stored', async () => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = () => server.grant.approve();
    server.override = ({ path }) =>
      path === '/api/cli/auth/session'
        ? { status: 200, json: { authenticated: true, user: { id: 'u' }, issuer: 'https://other.example' } }
        : undefined;
    const { code, stderr } = await cli.run(['auth', 'login']);
    expect(code).toBe(1);
    expect(stderr).toContain('The session belongs to the issuer https://other.example');
    await expect(readFile(cli.configFile)).rejects.toThrow('ENOENT');
  });

  it.each([['articles', 'list'], ['auth', 'status'], ['mcp', 'tools'], ['resources']])(
    'does not receive the token after it switched its issuer: %s %s',
    async (...argv) => {
      const { server, cli, signIn } = await openNewsroom();
      const token = await signIn();
      server.grant.issuer = `${server.url}/`;
      const { code, stderr } = await cli.run(argv.filter((word) => word !== undefined));
      expect(code).toBe(4);
      expect(stderr).toContain(`your token was issued by ${server.url} and was not sent`);
      expect(carriesSecrets(server.seen, token)).toBe(false);
    },
  );

  it('does not receive the token for logging out either, which is removed here', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    server.grant.issuer = 'https://other.example';
    const { code, stderr } = await cli.run(['auth', 'logout']);
    expect(code).toBe(0);
    expect(stderr).toContain('may still be alive');
    expect(carriesSecrets(server.seen, token)).toBe(false);
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });

  it.each([undefined, 7, '', { a: 1 }])('receives no token if its metadata has the issuer %j', async (issuer) => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    server.override = ({ path }) => (path.startsWith('/.well-known/') ? { status: 200, json: { issuer } } : undefined);
    expect(await cli.run(['articles', 'list'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not name its token issuer') as string,
    });
    expect(carriesSecrets(server.seen, token)).toBe(false);
  });

  it.each(['a b', 'a\r\nX-Evil: 1', '', 'ä', 7])('is rejected for the token %j', async (accessToken) => {
    const { server, cli } = await openNewsroom();
    server.override = ({ path }) =>
      path === '/api/cli/auth/token' ? { status: 200, json: { status: 'approved', accessToken, tokenType: 'Bearer' } } : undefined;
    expect(await cli.run(['auth', 'login'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('without a bearer token that can be used') as string,
    });
  });

  it.each([-86_400_000, 86_400_000])('may have a clock that is off by %d ms: the login uses the local clock', async (skew) => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = ({ polls }) => polls === 3 && server.grant.approve();
    server.override = ({ path }) => {
      const answer = path === '/api/cli/auth/start' ? server.grant.handle(server.seen.at(-1)!) : undefined;
      if (answer !== undefined)
        return { ...answer, json: { ...(answer.json as object), expiresAt: new Date(Date.now() + skew).toISOString() } };
      return path.startsWith('/.well-known/')
        ? { status: 200, json: { issuer: server.url }, headers: { date: new Date(Date.now() + skew).toUTCString() } }
        : undefined;
    };
    expect((await cli.run(['auth', 'login'])).code).toBe(0);
    const { credentials } = (await cli.config()) as { credentials: Record<string, { expiresAt: string }> };
    expect(Math.abs(Date.parse(credentials[server.url]!.expiresAt) - Date.now() - 2_592_000_000)).toBeLessThan(60_000);
    const doctor = await cli.run(['doctor'], { tty: true });
    expect(doctor.stdout).toMatch(/warning {2}clock: 8\d{4} seconds (ahead of|behind) the server/);
  });
});

describe('a catalog with hostile names and values', () => {
  const parameters = {
    type: 'object',
    properties: {
      [HOSTILE_TEXT]: { type: 'string', description: 'One' },
      'a\u200bb': { type: 'string' },
      status: { type: 'string', enum: ['draft', HOSTILE_TEXT, '$(touch made)', '`id`', 'a b', "x'y", 'a;b', 'über-1'] },
      json: { type: 'string' },
    },
    required: ['status'],
  } as const;

  it.each([[['articles', 'evil', '--help']], [['articles', '--help']], [['articles', 'evil']], [['articles', 'evil', '--status', 'x']]])(
    'shows none of them raw in %j',
    async (argv) => {
      const { server, cli, signIn } = await openNewsroom();
      await signIn();
      server.payload = payloadWith({ parameters });
      const { stdout, stderr } = await cli.run(argv, { tty: true });
      expect(stdout + stderr).not.toBe('');
      // oxlint-disable-next-line no-control-regex
      expect((stdout + stderr).replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(UNSAFE_OUTPUT);
    },
  );

  it('has properties that cannot be typed only in the payload, with the reason', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.payload = payloadWith({ parameters });
    const { stdout } = await cli.run(['articles', 'evil', '--help']);
    expect(stdout).toContain('One (its name cannot be typed as a flag)');
    expect(stdout).toMatch(/json +\(the client has a global flag of that name\)/);
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('is completed in %s only by what a shell does not interpret', async (shell) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.payload = payloadWith({ parameters });
    await cli.run(['resources', '--refresh']);
    const completed = async (...words: string[]): Promise<string[]> =>
      (await cli.run(['__complete', shell, '--', 'articles', 'evil', ...words])).stdout
        .split('\n')
        .map((line) => line.split('\t')[0] ?? '');
    expect(await completed('--status', '')).toEqual(['draft', 'über-1', '']);
    expect((await completed('--')).filter((word) => !/^[a-z-]*$/.test(word))).toEqual([]);
  });
});

describe('a server whose catalog does not match its digest', () => {
  it.each([
    [
      'content that was changed',
      (artifact: Record<string, unknown>) => ((artifact['discovery'] as { warnings: string[] }).warnings = ['changed']),
      'does not match its digest',
    ],
    ['a later version', (artifact: Record<string, unknown>) => (artifact['version'] = 2), 'version 2; this client supports'],
    ['no digest', (artifact: Record<string, unknown>) => delete artifact['integrity'], 'has no sha256:<hex> digest'],
  ])('is rejected for %s', async (_what, tamper, message) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const json = await tamperedDiscovery(tamper);
    server.override = ({ path }) => (path === '/api/_resources' ? { status: 200, json, headers: { etag: '"x"' } } : undefined);
    const { code, stdout, stderr } = await cli.run(['resources']);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(server.seen.every(({ path }) => !path.startsWith('/api/articles'))).toBe(true);
  });

  it('is trusted only for the content of the artifact, not for other members', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const json = { ...((await tamperedDiscovery(() => undefined)) as object), resources: payloadWith({}).resources };
    server.override = ({ path }) => (path === '/api/_resources' ? { status: 200, json } : undefined);
    expect(await cli.run(['articles', 'evil'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('articles has no command "evil"') as string,
    });
  });

  it('is rejected if it differs from the pinned one, or has no artifact', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { digest } = JSON.parse((await cli.run(['resources'])).stdout) as { digest: string };
    expect((await cli.run(['articles', 'list', '--pin', digest])).code).toBe(0);
    server.payload = payloadWith({});
    const changed = await cli.run(['articles', 'list', '--pin', digest]);
    expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining(`expected ${digest}, the server offers sha256:`) as string });
    server.override = ({ path }) => (path === '/api/_resources' ? { status: 200, json: FAKE_PAYLOAD } : undefined);
    expect(await cli.run(['articles', 'list', '--pin', digest])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no artifact at all') as string,
    });
    expect((await cli.run(['articles', 'list'])).code).toBe(0);
  });
});

describe('a server whose pages lead to other origins', () => {
  it('is rejected if the next page is on another origin, which receives nothing', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const thief = await startThief();
    onTestFinished(() => thief.close());
    server.override = ({ path }) =>
      path === '/api/articles'
        ? { status: 200, json: { items: [{ id: 'a1' }] }, headers: { link: `<${thief.url}/api/articles?offset=1>; rel="next"` } }
        : undefined;
    const { code, stdout, stderr } = await cli.run(['articles', 'list', '--all']);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`The next page of this list is on another server (${thief.url})`);
    expect(thief.seen).toEqual([]);
  });

  it('is rejected if the pages form a loop', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.override = ({ path }) =>
      path === '/api/articles' ? { status: 200, json: { items: [{ id: 'a1' }], nextCursor: 'again' } } : undefined;
    expect(await cli.run(['articles', 'list', '--all'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('form a loop') as string,
    });
  });
});
