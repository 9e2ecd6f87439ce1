import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problem } from './testing/fake-http.ts';
import { openNewsroom } from './testing/fixtures.ts';
import { spawnCli } from './testing/spawn-cli.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Runs work as an unprivileged user, which only root can do. */
async function asNobody<Result>(work: () => Promise<Result>): Promise<Result> {
  process.seteuid!(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}

describe('a read-only home directory', () => {
  it.each([
    ['auth', 'login', '--no-open'],
    ['auth', 'login', '--with-token'],
  ])('is detected before the login, by %s %s %s', async (...argv) => {
    const { server, cli } = await openNewsroom();
    await writeFile(join(cli.home, '.config'), 'not a folder');
    const { code, stderr } = await cli.run(argv, { stdin: argv.includes('--with-token') ? server.grant.issueToken() : '' });
    expect(code).toBe(1);
    expect(stderr).toContain(`${cli.configFile} cannot be written: a part of its path is not a folder`);
    expect(stderr).toContain('set another file in NEWSROOM_CLI_CONFIG');
    expect(server.seen).toEqual([]);
  });

  it.runIf(isRoot)('is detected before the login if permissions are the reason', async () => {
    const { server, cli } = await openNewsroom();
    await chmod(cli.home, 0o755);
    const { code, stderr } = await asNobody(() => cli.run(['auth', 'login', '--no-open']));
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be written: you are not allowed to');
    expect(server.seen).toEqual([]);
  });

  it('leaves nothing behind if it is writable and the login is then denied', async () => {
    const { server, cli } = await openNewsroom();
    server.grant.onPoll = () => server.grant.deny();
    expect((await cli.run(['auth', 'login', '--no-open'])).code).toBe(4);
    expect(await readdir(dirname(cli.configFile))).toEqual([]);
  });
});

describe('a home directory below /proc', () => {
  it.runIf(process.platform === 'linux').each(['XDG_CONFIG_HOME', 'HOME'])('is detected before the login: %s', async (variable) => {
    const { server, cli } = await openNewsroom();
    const io = variable === 'HOME' ? { homeDirectory: '/proc/nothing' } : {};
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open'], { env: { [variable]: '/proc/nothing' }, io });
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be written: its folder cannot be created');
    expect(server.seen).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('only costs the cache if that is there', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    expect((await cli.run(['articles', 'list'], { env: { XDG_CACHE_HOME: '/proc/nothing' } })).code).toBe(0);
  });
});

/** Mounts something for the duration of a test; returns false where that is not possible. */
function mounted(target: string, ...argv: readonly string[]): boolean {
  if (!isRoot || spawnSync('mount', [...argv, target]).status !== 0) return false;
  onTestFinished(() => void execFileSync('umount', [target]));
  return true;
}

describe('a configuration that is a mount of its own, as in a container', () => {
  it.runIf(isRoot)('is overwritten in place', async ({ skip }) => {
    const { server, cli } = await openNewsroom();
    const real = join(cli.home, 'real.json');
    await mkdir(dirname(cli.configFile), { recursive: true });
    for (const file of [real, cli.configFile])
      await writeFile(file, JSON.stringify({ current: 'a-name-that-is-longer'.repeat(50) }), { mode: 0o600 });
    skip(!mounted(cli.configFile, '--bind', real), 'nothing can be mounted here');
    server.grant.onPoll = () => server.grant.approve();
    expect((await cli.run(['auth', 'login', '--no-open'])).code).toBe(0);
    expect(JSON.parse(await readFile(real, 'utf8'))).toMatchObject({ credentials: { [server.url]: { issuer: server.url } } });
    expect((await cli.run(['auth', 'logout'])).code).toBe(0);
    expect(JSON.parse(await readFile(real, 'utf8'))).toMatchObject({ credentials: {} });
    expect(await readdir(dirname(cli.configFile))).toEqual(['config.json']);
  });

  it.runIf(isRoot)('is detected before the login if it is read-only', async ({ skip }) => {
    const { server, cli } = await openNewsroom();
    await mkdir(dirname(cli.configFile), { recursive: true });
    await writeFile(cli.configFile, '{}', { mode: 0o600 });
    skip(!mounted(cli.configFile, '--bind', cli.configFile), 'nothing can be mounted here');
    execFileSync('mount', ['-o', 'remount,ro,bind', cli.configFile]);
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be written: the file system is read-only');
    expect(server.seen).toEqual([]);
  });
});

describe('a full disk', () => {
  it.runIf(isRoot)('is detected before the login, and does not keep a token from being removed', async ({ skip }) => {
    const { server, cli } = await openNewsroom();
    skip(!mounted(cli.home, '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs'), 'nothing can be mounted here');
    server.grant.onPoll = () => server.grant.approve();
    expect((await cli.run(['auth', 'login', '--no-open'])).code).toBe(0);
    await writeFile(join(cli.home, 'large'), Buffer.alloc(64 * 1024)).catch(() => undefined);
    server.seen.length = 0;
    const { code, stderr } = await cli.run(['auth', 'login', '--no-open']);
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be written: the disk is full');
    expect(server.seen).toEqual([]);
    expect(await cli.run(['auth', 'logout'])).toMatchObject({ code: 0, stderr: '' });
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });
});

describe('a configuration owned by root', () => {
  it.runIf(isRoot)('is read if readable, as in a container image', async () => {
    const { server, cli } = await openNewsroom({ defaultServerUrl: 'http://127.0.0.1:1' });
    await mkdir(dirname(cli.configFile), { recursive: true, mode: 0o755 });
    await writeFile(cli.configFile, JSON.stringify({ serverUrl: server.url }), { mode: 0o644 });
    for (const folder of [cli.home, dirname(dirname(cli.configFile))]) await chmod(folder, 0o755);
    const token = server.grant.issueToken('token');
    const { code, stderr } = await asNobody(() => cli.run(['auth', 'status'], { env: { NEWSROOM_TOKEN: token } }));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect((await stat(cli.configFile)).mode & 0o777).toBe(0o644);
  });

  it.runIf(isRoot)('is read, with a warning about its readable login', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    for (const path of [cli.home, dirname(dirname(cli.configFile)), dirname(cli.configFile)]) await chmod(path, 0o755);
    await chmod(cli.configFile, 0o644);
    const { code, stderr } = await asNobody(() => cli.run(['auth', 'status']));
    expect(code).toBe(0);
    expect(stderr).toContain(`${cli.configFile} is readable by others, and you cannot change its permissions`);
    expect(server.seen.some(({ path }) => path === '/api/cli/auth/session')).toBe(true);
  });

  it.runIf(isRoot)('is rejected if it belongs to another user', async () => {
    const { cli } = await openNewsroom();
    await mkdir(dirname(cli.configFile), { recursive: true });
    await writeFile(cli.configFile, '{}', { mode: 0o644 });
    await chown(cli.configFile, NOBODY, NOBODY);
    expect(await cli.run(['auth', 'status'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('belongs to another user') as string,
    });
  });
});

/** Replaces a file by a named pipe, which only an external program can create. */
function makePipe(path: string): void {
  execFileSync('sh', ['-c', 'rm -f "$1" && mkfifo -m 600 "$1"', 'sh', path]);
}

describe('a pipe instead of a file', () => {
  it('is rejected as the configuration, without waiting for it', async () => {
    const { cli } = await openNewsroom();
    await mkdir(dirname(cli.configFile), { recursive: true });
    makePipe(cli.configFile);
    // In a separate process, because waiting for the other end of a pipe blocks the process.
    const spawned = spawnCli('colophon-app', ['auth', 'status'], { HOME: cli.home, COLOPHON_APP_NAME: 'Newsroom' });
    const timer = setTimeout(() => spawned.child.kill('SIGKILL'), 20_000);
    const { code, stderr } = await spawned.result;
    clearTimeout(timer);
    expect(code).toBe(1);
    expect(stderr).toContain('is not a plain file');
  });

  it('is ignored as the cached catalog', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    const folder = join(cli.home, '.cache', 'newsroom', 'catalogs');
    await cli.run(['resources']);
    for (const name of await readdir(folder)) makePipe(join(folder, name));
    const env = { HOME: cli.home, COLOPHON_APP_NAME: 'Newsroom', NEWSROOM_SERVER_URL: server.url };
    const spawned = spawnCli('colophon-app', ['articles', 'list'], env);
    const timer = setTimeout(() => spawned.child.kill('SIGKILL'), 20_000);
    const { code, stderr } = await spawned.result;
    clearTimeout(timer);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(token).not.toBe('');
  });
});

describe('a file that is no configuration', () => {
  it('is named as such if it is a socket', async () => {
    const { cli } = await openNewsroom();
    await mkdir(dirname(cli.configFile), { recursive: true });
    const socket = createServer();
    await new Promise<void>((resolve) => socket.listen(cli.configFile, resolve));
    onTestFinished(() => void socket.close());
    expect(await cli.run(['auth', 'status'])).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a plain file') as string });
  });

  it('is named as such if it is huge, without reading it', async () => {
    const { cli } = await openNewsroom();
    await mkdir(dirname(cli.configFile), { recursive: true });
    await writeFile(cli.configFile, '{}', { mode: 0o600 });
    await truncate(cli.configFile, 5 * 1024 ** 3);
    const { code, stderr } = await cli.run(['auth', 'status']);
    expect(code).toBe(1);
    expect(stderr).toContain('is larger than 64 MB, so it is not a configuration');
  });

  it('is named with the reason if its path is too long', async () => {
    const { cli } = await openNewsroom();
    const file = join(cli.home, 'x'.repeat(300));
    const { code, stderr } = await cli.run(['auth', 'status'], { env: { NEWSROOM_CLI_CONFIG: file } });
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be read: its path is too long');
  });
});

describe('a file saved by an editor on Windows, with a byte order mark', () => {
  it('is read as the configuration', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    await writeFile(cli.configFile, `\ufeff${await readFile(cli.configFile, 'utf8')}`);
    expect((await cli.run(['auth', 'status'])).code).toBe(0);
    expect(server.grant.tokens.has(token)).toBe(true);
  });

  it('is read as a payload, from a file and from standard input', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    const file = join(cli.home, 'article.json');
    await writeFile(file, '\ufeff{"title":"From a file"}');
    expect((await cli.run(['articles', 'create', `@${file}`])).code).toBe(0);
    expect((await cli.run(['articles', 'create', '-'], { stdin: '\ufeff{"title":"Piped"}' })).code).toBe(0);
    expect(Array.from(server.articles.items.values(), ({ title }) => title)).toEqual(['From a file', 'Piped']);
  });
});

describe('temporary files of dead processes', () => {
  it('are removed next to the configuration, since they may contain a token, and nothing else is', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    const folder = dirname(cli.configFile);
    const leftovers = ['config.json.4242-k3j2h.tmp', 'config.json.1-a.tmp'];
    const otherFiles = ['config.json.corrupt-2026', 'config.json.bak', 'other.json.1-a.tmp', 'config.json.notes.tmp'];
    for (const name of [...leftovers, ...otherFiles]) await writeFile(join(folder, name), '{"token":"old"}');
    await cli.run(['auth', 'logout']);
    expect((await readdir(folder)).sort()).toEqual(['config.json', ...otherFiles].sort());
  });
});

describe('a server that requests long delays', () => {
  const answers = [
    ['seconds', '3600'],
    ['a date', new Date(Date.now() + 3_600_000).toUTCString()],
    ['more seconds than a date can hold', `3600${'0'.repeat(30)}`],
  ] as const;
  it.each(answers)(
    'is not retried if it requests so in %s; the command fails at once with the time to retry',
    async (_what, retryAfter) => {
      const { server, cli, signIn } = await openNewsroom();
      await signIn();
      const busy = problem(429, 'rate_limited', 'Too much');
      server.override = ({ path }) =>
        path === '/api/articles' ? { ...busy, headers: { ...busy.headers, 'retry-after': retryAfter } } : undefined;
      const waits: number[] = [];
      const { code, stderr } = await cli.run(['articles', 'list'], { onSleep: (milliseconds) => waits.push(milliseconds) });
      expect(code).toBe(5);
      expect(stderr).toMatch(/Try again in (3[56]\d\d|10000000000) seconds/);
      expect(waits).toEqual([]);
      expect(server.seen.filter(({ path }) => path === '/api/articles')).toHaveLength(1);
    },
  );

  it('is retried after a short delay', async () => {
    const { server, cli, signIn } = await openNewsroom();
    await signIn();
    let left = 1;
    server.override = ({ path }) => {
      if (path !== '/api/articles' || left === 0) return undefined;
      left -= 1;
      return { status: 503, headers: { 'retry-after': '7' } };
    };
    const waits: number[] = [];
    expect((await cli.run(['articles', 'list'], { onSleep: (milliseconds) => waits.push(milliseconds) })).code).toBe(0);
    expect(waits).toEqual([7000]);
  });

  it('is waited for during a login as requested, but not beyond its expiry', async () => {
    const { server, cli } = await openNewsroom();
    server.grant.pollFaults.push({ status: 429, headers: { 'retry-after': '90' } }, { status: 503, headers: { 'retry-after': '86400' } });
    const waits: number[] = [];
    const { code } = await cli.run(['auth', 'login', '--no-open'], { onSleep: (milliseconds) => waits.push(milliseconds) });
    expect(code).toBe(4);
    expect(waits).toEqual([1000, 90_000, 509_000]);
  });
});

describe('signing out', () => {
  it('removes the token before the request, so that a killed process leaves none', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    const onDisk: string[] = [];
    server.override = async ({ method }) => {
      if (method === 'DELETE') onDisk.push(await readFile(cli.configFile, 'utf8'));
      return undefined;
    };
    expect((await cli.run(['auth', 'logout'])).code).toBe(0);
    expect(onDisk).toHaveLength(1);
    expect(onDisk[0]).not.toContain(token);
  });

  it('removes a login to a server that the security policy forbids now, and sends it nothing', async () => {
    const { cli } = await openNewsroom({ requireSecureServerUrl: true });
    const serverUrl = 'http://news.example';
    const credential = { issuer: serverUrl, token: 'old', expiresAt: null };
    await mkdir(dirname(cli.configFile), { recursive: true });
    await writeFile(cli.configFile, JSON.stringify({ serverUrl, credentials: { [serverUrl]: credential } }), { mode: 0o600 });
    for (const argv of [
      ['auth', 'logout'],
      ['auth', 'logout', '--everywhere'],
    ]) {
      const { code, stderr } = await cli.run(argv);
      expect(code).toBe(0);
      if (argv.length === 2) expect(stderr).toContain('which is neither HTTPS nor this machine');
    }
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });

  it('removes what dead processes and editors left, without a login to end', async () => {
    const { server, cli } = await openNewsroom();
    await mkdir(dirname(cli.configFile), { recursive: true });
    const temporary = `${cli.configFile}.4242-k3j2h.tmp`;
    await writeFile(temporary, '{"token":"old"}');
    expect((await cli.run(['auth', 'logout'])).code).toBe(0);
    expect(await readdir(dirname(cli.configFile))).toEqual([]);
    await writeFile(cli.configFile, JSON.stringify({ credentials: { [server.url]: { token: 'without an issuer' } } }), { mode: 0o600 });
    expect((await cli.run(['auth', 'logout'])).code).toBe(0);
    expect(await cli.config()).toEqual({ credentials: {} });
  });

  it('does not take a server as an argument, which would be ignored', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    for (const command of ['login', 'status', 'logout']) expect((await cli.run(['auth', command, 'https://other.example'])).code).toBe(2);
    for (const command of ['resources', 'doctor']) expect((await cli.run([command, 'articles'])).code).toBe(2);
    expect(server.grant.tokens.has(token)).toBe(true);
  });

  it('removes every login if no server is configured', async () => {
    const { cli, signIn } = await openNewsroom();
    await signIn();
    expect((await cli.run(['auth', 'logout'], { env: { NEWSROOM_SERVER_URL: 'not a url' } })).code).toBe(0);
    expect(await cli.config()).toMatchObject({ credentials: {} });
  });

  it('ends the session on the server even if the file cannot be written, and reports that', async () => {
    const { server, cli, signIn } = await openNewsroom();
    const token = await signIn();
    await mkdir(`${cli.configFile}.lock`);
    await writeFile(join(`${cli.configFile}.lock`, 'busy'), '');
    // Another process holds the lock and refreshes it for longer than the timeout.
    const keepFresh = setInterval(() => void writeFile(join(`${cli.configFile}.lock`, `${Math.random()}`), ''), 1000);
    onTestFinished(() => Promise.resolve(clearInterval(keepFresh)));
    const { code, stderr } = await cli.run(['auth', 'logout']);
    expect(code).toBe(1);
    expect(stderr).toContain('Another process holds');
    expect(server.grant.tokens.has(token)).toBe(false);
  }, 30_000);
});
