import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeServer, type FakeServer } from './testing/fake-server.ts';
import { executablePath, spawnCli, spawnProgram, type SpawnedResult } from './testing/spawn-cli.ts';

let server: FakeServer;
let home: string;

beforeEach(async () => {
  server = await startFakeServer();
  home = await mkdtemp(join(tmpdir(), 'app-cli-process-'));
});
afterEach(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { HOME: home, COLOPHON_APP_NAME: 'Newsroom', COLOPHON_APP_DEFAULT_SERVER_URL: server.url, ...more };
}

function run(argv: readonly string[], more: Readonly<Record<string, string>> = {}, stdin = ''): Promise<SpawnedResult> {
  const { child, result } = spawnCli('colophon-app', argv, environment(more));
  child.stdin.end(stdin);
  return result;
}

describe('colophon-app, a real process', () => {
  it('runs all commands from signing in to signing out', async () => {
    const login = spawnCli('colophon-app', ['auth', 'login'], environment());
    await login.untilPrinted('BCDF-GHJK');
    server.grant.approve();
    const { code, stdout } = await login.result;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ user: { name: 'Ada Lovelace' } });

    const file = join(home, '.config', 'newsroom', 'config.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { credentials } = JSON.parse(await readFile(file, 'utf8')) as { credentials: Record<string, { token: string }> };
    const { token } = credentials[server.url]!;

    expect(JSON.parse((await run(['resources'])).stdout)).toMatchObject({ resources: [{ slug: 'articles' }, { slug: 'reports' }] });
    const created = await run(['articles', 'create', '-', '--tags', 'a'], {}, '{"title":"Piped"}');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const { id } = JSON.parse(created.stdout) as { id: string };
    expect(JSON.parse((await run(['articles', 'update', id, '--title', 'Changed'])).stdout)).toMatchObject({ title: 'Changed', rev: 2 });
    expect(JSON.parse((await run(['articles', 'list', '--limit', '1'])).stdout)).toMatchObject({
      count: 1,
      items: [{ title: 'Changed', tags: ['a'] }],
    });
    expect((await run(['articles', 'delete', id])).code).toBe(0);
    expect((await run(['auth', 'logout'])).code).toBe(0);
    expect(server.grant.tokens.has(token)).toBe(false);
    expect(await readFile(file, 'utf8')).not.toContain(token);
    expect((await run(['articles', 'list'])).code).toBe(4);
    // Ten processes one after another, each of which takes seconds on a busy machine.
  }, 120_000);

  it('is stopped by Ctrl-C at any point of a login, with 130, leaving nothing behind', async () => {
    const login = spawnCli('colophon-app', ['auth', 'login'], environment());
    await login.untilPrinted('Waiting for approval');
    login.child.kill('SIGINT');
    expect(await login.result).toMatchObject({ code: 130, stdout: '' });
    await expect(stat(join(home, '.config', 'newsroom', 'config.json'))).rejects.toThrow('ENOENT');
  });

  it('is stopped by Ctrl-C while the server hangs, and while it waits for standard input', async () => {
    const token = server.grant.issueToken();
    server.override = ({ path }) => (path === '/api/articles' ? new Promise(() => undefined) : undefined);
    for (const argv of [
      ['articles', 'list'],
      ['articles', 'create', '-'],
    ]) {
      const hanging = spawnCli('colophon-app', argv, environment({ NEWSROOM_TOKEN: token }));
      const expectedPath = argv[1] === 'list' ? '/api/articles' : '/api/_resources';
      while (!server.seen.some(({ path }) => path === expectedPath)) await new Promise((resolve) => setTimeout(resolve, 10));
      await new Promise((resolve) => setTimeout(resolve, 100));
      hanging.child.kill('SIGINT');
      expect((await hanging.result).code).toBe(130);
      server.seen.length = 0;
    }
  });

  it('writes more than a pipe buffer to a slow reader completely', async () => {
    for (let index = 0; index < 400; index += 1) server.articles.add({ title: 'x'.repeat(2000) });
    const { child, result } = spawnCli(
      'colophon-app',
      ['articles', 'list', '--limit', '1000'],
      environment({ NEWSROOM_TOKEN: server.grant.issueToken() }),
    );
    child.stdout.pause();
    setTimeout(() => child.stdout.resume(), 500);
    const { code, stdout } = await result;
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { items: unknown[] }).items).toHaveLength(400);
  });

  it('reports no error if the reader closes the pipe', async () => {
    for (let index = 0; index < 400; index += 1) server.articles.add({ title: 'x'.repeat(2000) });
    const { child, result } = spawnCli(
      'colophon-app',
      ['articles', 'list', '--limit', '1000'],
      environment({ NEWSROOM_TOKEN: server.grant.issueToken() }),
    );
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await result).toMatchObject({ code: 0, stderr: '' });
  });

  it
    .runIf(process.platform === 'linux')
    .each([['--version'], ['--help'], ['completion', 'bash'], ['articles', 'list'], ['__complete', 'bash', '--', '']])(
    'reports in one line that the disk is full: %s %s',
    async (...argv) => {
      const words = argv.filter((word) => word !== undefined);
      const { executable, args } = { executable: process.execPath, args: [executablePath('colophon-app'), ...words] };
      const env = environment({ NEWSROOM_TOKEN: server.grant.issueToken() });
      const { result } = spawnProgram(['sh', '-c', 'exec "$@" > /dev/full', 'sh', executable], args, env);
      const { code, stderr } = await result;
      expect(stderr).toMatch(/^(colophon-app: )?The output cannot be written: the disk is full\n$/);
      expect(code).toBe(1);
    },
  );

  it.each<[string, readonly string[], Record<string, string>, number, string]>([
    ['no name', ['resources'], { COLOPHON_APP_NAME: '' }, 2, 'COLOPHON_APP_NAME is not set'],
    ['a bad prefix', ['resources'], { COLOPHON_APP_ENV_PREFIX: 'a-b' }, 2, 'is not an environment prefix'],
    ['a config folder that leads out', ['resources'], { COLOPHON_APP_CONFIG_DIR: '../x' }, 2, 'configDir must be the name of one folder'],
    [
      'an insecure server in its configuration',
      ['resources'],
      { COLOPHON_APP_DEFAULT_SERVER_URL: 'http://news.example' },
      2,
      'neither HTTPS nor this machine',
    ],
    [
      'an insecure server in the environment',
      ['resources'],
      { NEWSROOM_SERVER_URL: 'http://news.example' },
      2,
      'NEWSROOM_SERVER_URL is http://news.example',
    ],
    ['an insecure server in a flag', ['resources', '--server', 'http://localhost.'], {}, 2, '--server is http://localhost.'],
    ['a server that is not there', ['resources'], { NEWSROOM_SERVER_URL: 'http://127.0.0.1:1' }, 3, 'nothing listens there'],
    ['a command that does not exist', ['nothing'], {}, 4, 'without signing in'],
    ['a flag before any command', ['--nothing'], {}, 2, 'There is no flag --nothing here'],
  ])('ends with the correct exit code for %s', async (_what, argv, env, code, message) => {
    const result = await run(argv, env);
    expect(result.stdout).toBe('');
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(code);
  });

  it('uses the prefix and config folder of its configuration', async () => {
    const env = { COLOPHON_APP_ENV_PREFIX: 'DESK', COLOPHON_APP_CONFIG_DIR: 'desk-files', DESK_TOKEN: server.grant.issueToken('token') };
    expect(JSON.parse((await run(['auth', 'status'], env)).stdout)).toMatchObject({
      token: { source: 'environment', location: 'DESK_TOKEN' },
    });
    await run(['profiles', 'add', 'home', server.url], env);
    expect(await readFile(join(home, '.config', 'desk-files', 'config.json'), 'utf8')).toContain('"home"');
  });

  it('prints its version without an application', async () => {
    expect((await run(['--version'], { COLOPHON_APP_NAME: '' })).stdout).toMatch(/@colophon\/app-cli \d+\.\d+\.\d+/);
  });

  it('stores every one of many concurrent logins', async () => {
    server.grant.onPoll = () => server.grant.approve();
    const servers = await Promise.all(Array.from({ length: 4 }, () => startFakeServer()));
    for (const one of servers) one.grant.issueToken('token');
    const done = await Promise.all(
      servers.map((one) => run(['auth', 'login', '--with-token', '--server', one.url], {}, [...one.grant.tokens.keys()][0])),
    );
    expect(done.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const config = JSON.parse(await readFile(join(home, '.config', 'newsroom', 'config.json'), 'utf8')) as { credentials: object };
    expect(Object.keys(config.credentials).sort()).toEqual(servers.map(({ url }) => url).sort());
    await Promise.all(servers.map((one) => one.close()));
  });
});
