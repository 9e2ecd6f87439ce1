import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExtraCommand } from './app/app-definition.ts';
import { openNewsroom } from './testing/fixtures.ts';
import { startFakeServer } from './testing/fake-server.ts';
import { bearerOf } from './testing/fake-grant.ts';

function json(text: string): unknown {
  return JSON.parse(text);
}

describe('auth login', () => {
  it('shows the code and the address, opens the browser, waits for the approval and prints the user', async () => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = ({ polls }) => polls === 3 && server.grant.approve();
    const { code, stdout, stderr } = await cli.run(['auth', 'login']);
    expect(code).toBe(0);
    expect(stderr).toContain('Code:    BCDF-GHJK');
    expect(stderr).toContain(`Address: ${server.url}/terminal-login`);
    expect(cli.opened).toEqual([`${server.url}/terminal-login?code=BCDF-GHJK`]);
    expect(server.grant.polls).toBe(3);
    expect(json(stdout)).toMatchObject({
      authenticated: true,
      server: server.url,
      user: { name: 'Ada Lovelace' },
      tenant: { name: 'The Courier' },
    });
    expect(stdout + stderr).not.toContain('news_cli_');
  });

  it('prints one line on a terminal', async () => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = () => server.grant.approve();
    const { stdout } = await cli.run(['auth', 'login'], { tty: true });
    expect(stdout).toBe(`Signed in to ${server.url} as Ada Lovelace <ada@news.example>, tenant The Courier (editor)\n`);
  });

  it('--no-open prints the address instead of opening a browser', async () => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = () => server.grant.approve();
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(code).toBe(0);
    expect(cli.opened).toEqual([]);
    expect(stderr).toContain(`Open ${server.url}/terminal-login?code=BCDF-GHJK in a browser`);
  });

  it.each([{ SSH_CONNECTION: '1 2 3 4' }, { CI: 'true' }, { DISPLAY: '' }])('opens no browser that nobody would see: %o', async (env) => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = () => server.grant.approve();
    expect((await cli.run(['auth', 'login'], { env })).code).toBe(0);
    expect(cli.opened).toEqual([]);
  });

  it('--server signs in to that server and makes it the current one', async () => {
    const { cli } = await openNewsroom();
    const otherServer = await startFakeServer();
    onTestFinished(() => otherServer.close());
    otherServer.grant.onPoll = () => otherServer.grant.approve();
    expect((await cli.run(['auth', 'login', '--server', `${otherServer.url}/`, '--no-open'])).code).toBe(0);
    expect(await cli.config()).toMatchObject({
      serverUrl: otherServer.url,
      credentials: { [otherServer.url]: { issuer: otherServer.url } },
    });
    expect(json((await cli.run(['auth', 'status'])).stdout)).toMatchObject({
      authenticated: true,
      server: otherServer.url,
      serverSource: 'the config file',
    });
  });

  it('stores the token by server and issuer, with an expiry by the local clock', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    const { credentials } = await cli.config();
    expect(credentials).toEqual({
      [server.url]: { issuer: server.url, token, expiresAt: expect.any(String) as string, user: 'Ada Lovelace <ada@news.example>' },
    });
  });

  it('warns that a token in the environment takes precedence over the login', async () => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = () => server.grant.approve();
    const { stderr } = await cli.run(['auth', 'login'], { env: { NEWSROOM_TOKEN: server.grant.issueToken('token') } });
    expect(stderr).toContain('NEWSROOM_TOKEN is set and is used instead of this login');
  });

  it('--with-token reads the token from standard input', async () => {
    const { server, cli } = await openNewsroom();
    const token = server.grant.issueToken('token', 'Robot');
    const { code, stdout } = await cli.run(['auth', 'login', '--with-token'], { stdin: `${token}\n` });
    expect(code).toBe(0);
    expect(json(stdout)).toMatchObject({ user: { name: 'Robot' }, expiresAt: '2026-12-01T00:00:00.000Z' });
    expect(await cli.config()).toMatchObject({ credentials: { [server.url]: { token, issuer: server.url } } });
  });

  it('--with-token stores nothing if the server rejects the token', async () => {
    const { cli } = await openNewsroom();
    const { code } = await cli.run(['auth', 'login', '--with-token'], { stdin: 'no-such-token' });
    expect(code).toBe(4);
    await expect(cli.config()).rejects.toThrow('ENOENT');
  });
});

describe('auth status', () => {
  it('fetches the session of the token and prints it', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    const { code, stdout } = await cli.run(['auth', 'status']);
    expect(code).toBe(0);
    expect(json(stdout)).toMatchObject({
      authenticated: true,
      server: server.url,
      issuer: server.url,
      user: { id: 'u1' },
      roles: ['editor'],
      token: { source: 'config', location: cli.configFile, storage: 'plain text, readable only by you' },
    });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toContain('GET /api/cli/auth/session');
    expect(stdout).not.toContain(token);
  });

  it('prints sentences on a terminal', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { stdout } = await cli.run(['auth', 'status'], { tty: true });
    expect(stdout).toContain(`Signed in to ${server.url} (from the config file)\n  as Ada Lovelace <ada@news.example>`);
  });

  it('exits with 4 if not signed in', async () => {
    const { server, cli } = await openNewsroom();
    const { code, stdout, stderr } = await cli.run(['auth', 'status']);
    expect(code).toBe(4);
    expect(json(stdout)).toMatchObject({ authenticated: false, reason: 'not_signed_in' });
    expect(stderr).toContain(`You are not signed in to ${server.url}`);
    expect(stderr).toContain('newsroom-cli auth login');
  });

  it('while an environment token is set, it shows that session, the source of the token and its precedence', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { code, stdout, stderr } = await cli.run(['auth', 'status', '--json'], {
      env: { NEWSROOM_TOKEN: server.grant.issueToken('token', 'Robot') },
    });
    expect(code).toBe(0);
    expect(json(stdout)).toMatchObject({ user: { name: 'Robot' }, token: { source: 'environment', location: 'NEWSROOM_TOKEN' } });
    expect(stderr).toContain('NEWSROOM_TOKEN is set and takes precedence over the login stored in');
  });

  it('reports that an invalid token in the environment has to be renewed there', async () => {
    const { cli } = await openNewsroom();
    const { code, stderr } = await cli.run(['auth', 'status'], { env: { NEWSROOM_TOKEN: 'dead' } });
    expect(code).toBe(4);
    expect(stderr).toContain('The token comes from NEWSROOM_TOKEN; renew it there');
  });
});

describe('auth logout', () => {
  it('ends the session on the server and removes the token here', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    const { code, stdout } = await cli.run(['auth', 'logout']);
    expect(code).toBe(0);
    expect(json(stdout)).toEqual({ authenticated: false, servers: [server.url], endedOnServer: [server.url] });
    expect(server.grant.tokens.has(token)).toBe(false);
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });

  it('removes the token even if the server fails to end the session, and warns about that', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.override = ({ method }) => (method === 'DELETE' ? { status: 500, text: 'broken' } : undefined);
    const { code, stderr } = await cli.run(['auth', 'logout']);
    expect(code).toBe(0);
    expect(stderr).toContain('may still be alive');
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });

  it('removes the token if the server is unreachable', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    await server.close();
    expect((await cli.run(['auth', 'logout'])).code).toBe(0);
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });

  it('while an environment token is set, it ends only the stored login and warns about the token', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const storedToken = await signIn();
    const fromEnvironment = server.grant.issueToken('cli', 'Robot');
    const { code, stderr } = await cli.run(['auth', 'logout'], { env: { NEWSROOM_TOKEN: fromEnvironment } });
    expect(code).toBe(0);
    expect(stderr).toContain('NEWSROOM_TOKEN is still set and still signs you in');
    expect(server.grant.tokens.has(storedToken)).toBe(false);
    expect(server.grant.tokens.has(fromEnvironment)).toBe(true);
    expect(server.seen.map(bearerOf)).not.toContain(fromEnvironment);
  });

  it('reports that there is no login', async () => {
    const { cli } = await openNewsroom();
    const { code, stdout } = await cli.run(['auth', 'logout'], { tty: true });
    expect(code).toBe(0);
    expect(stdout).toBe('There was no login to end here\n');
  });

  it('--everywhere ends every stored login', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const otherServer = await startFakeServer();
    onTestFinished(() => otherServer.close());
    otherServer.grant.onPoll = () => otherServer.grant.approve();
    await cli.run(['auth', 'login', '--server', otherServer.url, '--no-open']);
    expect((await cli.run(['auth', 'logout', '--everywhere'])).code).toBe(0);
    expect(server.grant.tokens.size + otherServer.grant.tokens.size).toBe(0);
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });
});

describe('resources', () => {
  it('prints the discovered catalog, with commands below their resource on a terminal', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    const { code, stdout, stderr } = await cli.run(['resources'], { tty: true, env: { NO_COLOR: '1' } });
    expect(code).toBe(0);
    expect(stdout).toBe(
      'articles  Articles: What is published\n' +
        '  create, delete, get, list, refresh-all, run-review-action, set-layout, update\n' +
        'reports  Reports\n  list\n',
    );
    expect(stderr).toBe('');
  });

  it('--json prints all of it, with the digest to pin', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    const { stdout } = await cli.run(['resources', '--json'], { tty: true });
    expect(json(stdout)).toMatchObject({
      user: { authenticated: true, id: 'u1' },
      warnings: ['Article.embed: takes an object instance'],
      resources: [{ slug: 'articles' }, { slug: 'reports' }],
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
    });
  });

  it('--debug adds where it came from, what could not be offered, and what was sent, without the token', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    const { stdout, stderr } = await cli.run(['resources', '--debug']);
    expect(json(stdout)).toMatchObject({ resources: [{ slug: 'articles' }, { slug: 'reports' }] });
    expect(stderr).toContain(`Server ${server.url}, from the config file`);
    expect(stderr).toContain('Catalog fetched now; sha256:');
    expect(stderr).toContain('Not offered: Article.embed: takes an object instance');
    expect(stderr).toContain(`> GET ${server.url}/api/_resources`);
    expect(stderr).toContain('authorization: (redacted)');
    expect(stderr).not.toContain(token);
  });

  it('is empty if not signed in, with a hint how to sign in', async () => {
    const { cli } = await openNewsroom();
    const { code, stdout, stderr } = await cli.run(['resources']);
    expect(code).toBe(0);
    expect(json(stdout)).toMatchObject({ user: { authenticated: false }, resources: [] });
    expect(stderr).toContain('Sign in with: newsroom-cli auth login');
  });
});

describe('mcp', () => {
  it('mcp tools lists the tools of the application', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    const { code, stdout } = await cli.run(['mcp', 'tools']);
    expect(code).toBe(0);
    expect(json(stdout)).toMatchObject({ tools: [{ name: 'article_get' }, { name: 'article_fail' }] });
  });

  it('mcp call calls a tool with a JSON argument', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { code, stdout } = await cli.run(['mcp', 'call', 'article_get', '{"id":"a1"}']);
    expect(code).toBe(0);
    expect(json(stdout)).toEqual({ content: [{ type: 'text', text: 'article {"id":"a1"}' }] });
    expect(server.seen.at(-1)?.json).toEqual({ name: 'article_get', arguments: { id: 'a1' } });
  });

  it('mcp call works without an argument, and shows text on a terminal', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { stdout } = await cli.run(['mcp', 'call', 'article_get'], { tty: true });
    expect(stdout).toBe('article {}\n');
    expect(server.seen.at(-1)?.json).toEqual({ name: 'article_get', arguments: {} });
  });

  it('mcp call exits with 1 if the tool failed, and with 5 if the tool does not exist', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    expect(await cli.run(['mcp', 'call', 'article_fail'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('It did not work') as string,
    });
    expect((await cli.run(['mcp', 'call', 'nothing'])).code).toBe(5);
  });

  it('uses the paths configured by the application', async () => {
    const { server, cli, signIn } = await openNewsroom({ toolsPath: '/tools', callPath: '/call' });
    await signIn();
    server.override = (request) => server.mcp.handle(request, { tools: '/tools', call: '/call' });
    expect((await cli.run(['mcp', 'tools'])).code).toBe(0);
    expect((await cli.run(['mcp', 'call', 'article_get', '{}'])).code).toBe(0);
    expect(server.seen.map(({ path }) => path)).toEqual(expect.arrayContaining(['/tools', '/call']));
  });
});

describe('<resource> <command> [id] [--flags...] [json-payload]', () => {
  it('lists with flags as the query', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    server.articles.add({ title: 'One' });
    const { code, stdout } = await cli.run([
      'articles',
      'list',
      '--limit',
      '5',
      '--where',
      '{"status":"draft"}',
      '--fields',
      'title',
      '--fields=status',
      '--order-by',
      '-title',
    ]);
    expect(code).toBe(0);
    expect(json(stdout)).toMatchObject({ count: 1, items: [{ title: 'One' }] });
    const { query } = server.seen.at(-1)!;
    expect([...query]).toEqual([
      ['limit', '5'],
      ['where', '{"status":"draft"}'],
      ['fields', 'title'],
      ['fields', 'status'],
      ['orderBy', '-title'],
    ]);
  });

  it('gets by id', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    const { id } = server.articles.add({ title: 'One' });
    const { stdout } = await cli.run(['articles', 'get', id]);
    expect(json(stdout)).toMatchObject({ id, title: 'One' });
    expect(bearerOf(server.seen.at(-1)!)).toBe(token);
  });

  it('creates from flags, typed by the schema', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const words = [
      '--title',
      'Hello',
      '--rank',
      '3',
      '--score=0.5',
      '--pinned',
      '--tags',
      'a',
      '--tags',
      'b',
      '--metadata',
      '{"k":[1]}',
      '--thumbnail-asset-id',
      'x',
      '--publish-date',
      '2026-01-01',
    ];
    expect((await cli.run(['articles', 'create', ...words])).code).toBe(0);
    expect(server.seen.at(-1)?.json).toEqual({
      title: 'Hello',
      rank: 3,
      score: 0.5,
      pinned: true,
      tags: ['a', 'b'],
      metadata: { k: [1] },
      thumbnailAssetId: 'x',
      publish_date: '2026-01-01',
    });
  });

  it('creates from a JSON argument, a file and standard input, overridden by flags', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { writeFile } = await import('node:fs/promises');
    const file = `${cli.home}/article.json`;
    await writeFile(file, '{"title":"From a file","rank":1}');
    for (const [words, stdin] of [
      [['{"title":"Typed","rank":1}'], undefined],
      [[`@${file}`], undefined],
      [['-'], '{"title":"Piped","rank":1}'],
    ] as const) {
      expect((await cli.run(['articles', 'create', ...words, '--rank', '2'], stdin === undefined ? {} : { stdin })).code).toBe(0);
    }
    expect(server.seen.filter(({ method }) => method === 'POST').map(({ json: body }) => body)).toEqual([
      { title: 'Typed', rank: 2 },
      { title: 'From a file', rank: 2 },
      { title: 'Piped', rank: 2 },
    ]);
  });

  it('updates with the id first, reading the revision before', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { id } = server.articles.add({ title: 'Old' });
    const { code, stdout } = await cli.run(['articles', 'update', id, '--title', 'New']);
    expect(code).toBe(0);
    expect(json(stdout)).toMatchObject({ title: 'New', rev: 2 });
    expect(server.seen.at(-1)?.headers['if-match']).toBe('"1-hash"');
  });

  it('--if-match specifies the revision, and a stale one causes exit code 5', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { id } = server.articles.add({ title: 'Old' });
    expect((await cli.run(['articles', 'update', id, '--title', 'New', '--if-match', '1'])).code).toBe(0);
    expect(server.seen.at(-1)?.headers['if-match']).toBe('"1"');
    const stale = await cli.run(['articles', 'update', id, '--title', 'Newer', '--if-match', '1']);
    expect(stale.code).toBe(5);
    expect(stale.stderr).toContain('It is at revision 2 (412 precondition_failed)');
  });

  it('deletes after confirmation on a terminal', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { id } = server.articles.add({ title: 'One' });
    const declined = await cli.run(['articles', 'delete', id], { tty: true, answers: ['n'] });
    expect(declined).toMatchObject({ code: 1, stderr: 'newsroom-cli: Nothing was deleted\n' });
    expect(server.articles.items.size).toBe(1);
    const confirmed = await cli.run(['articles', 'delete', id], { tty: true, answers: ['y'] });
    expect(confirmed).toMatchObject({ code: 0, stdout: '', stderr: `newsroom-cli: Deleted ${id}\n` });
    expect(cli.questions[0]).toBe(`Delete articles ${id} in Newsroom? [y/N] `);
    expect(server.articles.items.size).toBe(0);
  });

  it.each([
    ['with --yes on a terminal', { tty: true }, ['--yes']],
    ['in a script', {}, []],
  ])('deletes without asking %s', async (_where, options, more) => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { id } = server.articles.add({ title: 'One' });
    expect((await cli.run(['articles', 'delete', id, ...more], options)).code).toBe(0);
    expect(cli.questions).toEqual([]);
    expect(server.articles.items.size).toBe(0);
  });

  it('fills a path parameter from its flag, and sends it only there', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { id } = server.articles.add({ title: 'One' });
    const { stdout } = await cli.run(['articles', 'run-review-action', id, '--profile-key', 'sa fe', '--strict']);
    expect(json(stdout)).toEqual({ id, action: 'review-profiles/sa fe', input: { strict: true } });
  });

  it('requires one JSON payload if the schema is nested, and says so if flags are used', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { id } = server.articles.add({ title: 'One' });
    const done = await cli.run(['articles', 'set-layout', id, '{"grid":{"columns":2}}']);
    expect(json(done.stdout)).toMatchObject({ action: 'layout', input: { grid: { columns: 2 } } });
    const flags = await cli.run(['articles', 'set-layout', id, '--grid', '2']);
    expect(flags.code).toBe(2);
    expect(flags.stderr).toContain('This command has no flags, since its property grid is not a flat value');
  });

  it('runs a collection command without input', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const { stdout } = await cli.run(['articles', 'refresh-all']);
    expect(json(stdout)).toEqual({ refreshed: 0 });
    expect(server.seen.at(-1)).toMatchObject({ method: 'POST', path: '/api/articles/refresh', text: '' });
  });
});

describe('extra commands', () => {
  const health: ExtraCommand = {
    name: 'health',
    description: 'Shows whether the server is well',
    async run(args, { requestJson, stdout }) {
      stdout.write(`${JSON.stringify({ args, answer: await requestJson('/healthz') })}\n`);
    },
  };
  const named = (name: string): ExtraCommand => ({ name, description: 'Mine', run: (_args, { stdout }) => stdout.write(`my ${name}\n`) });

  it('get their arguments untouched, an authenticated requestJson and stdout', async () => {
    const { cli, signIn } = await openNewsroom({ extraCommands: [health] });
    await signIn();
    const { code, stdout } = await cli.run(['health', '--json', '-x', 'y']);
    expect(code).toBe(0);
    expect(json(stdout)).toEqual({ args: ['--json', '-x', 'y'], answer: { status: 'live', signedIn: true } });
  });

  it.each(['auth', 'resources', 'mcp'])('replace the built-in %s, with a one-line warning shown once', async (name) => {
    const { cli } = await openNewsroom({ extraCommands: [named(name)] });
    const first = await cli.run([name]);
    expect(first).toEqual({
      code: 0,
      stdout: `my ${name}\n`,
      stderr: `newsroom-cli: The extra command ${name} of Newsroom replaces the built-in ${name}\n`,
    });
    expect(await cli.run([name])).toEqual({ code: 0, stdout: `my ${name}\n`, stderr: '' });
  });

  it('cause one warning per process, even if nothing can be stored', async () => {
    const { cli } = await openNewsroom({ extraCommands: [named('auth')] });
    const { stdout, stderr } = await cli.runAll([['auth'], ['auth']], { env: { XDG_CACHE_HOME: '/dev/null' } });
    expect(stdout).toBe('my auth\nmy auth\n');
    expect(stderr.match(/replaces/g)).toHaveLength(1);
  });

  it('override a discovered resource without a warning', async () => {
    const { server, cli, signIn } = await openNewsroom({ extraCommands: [named('articles')] });
    await signIn();
    expect(await cli.run(['articles', 'list'])).toEqual({ code: 0, stdout: 'my articles\n', stderr: '' });
    expect(server.seen).toEqual([]);
  });

  it.each(['//evil.example/x', 'https://evil.example/', 'healthz', '/api/../secret', '/a\\b'])('cannot request %s', async (path) => {
    const probe: ExtraCommand = { name: 'probe', description: '', run: async (_args, { requestJson }) => void (await requestJson(path)) };
    const { server, cli, signIn } = await openNewsroom({ extraCommands: [probe] });
    await signIn();
    const { code, stderr } = await cli.run(['probe']);
    expect(code).toBe(2);
    expect(stderr).toContain('The path passed to requestJson must be a path on the server');
    expect(server.seen).toEqual([]);
  });

  it('suggest signing in if the server responds with 401', async () => {
    const probe: ExtraCommand = {
      name: 'probe',
      description: '',
      run: async (_args, { requestJson }) => void (await requestJson('/api/articles')),
    };
    const { cli } = await openNewsroom({ extraCommands: [probe] });
    expect(await cli.run(['probe'])).toMatchObject({ code: 4, stderr: expect.stringContaining('newsroom-cli auth login') as string });
  });
});
