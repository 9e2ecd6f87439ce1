import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../packages/ui/test/browser/start-chromium.ts';
import { packAlone } from './testing/pack-alone.ts';

// What `npm create colophon` makes, from packed archives and without the sources of this repository beside it.
const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The packages that applications are made of, and what those stand on. */
const PACKAGES = ['create-colophon'];
for (const pending = ['app', 'app-cli', 'client']; ;) {
  const name = pending.pop();
  if (name === undefined) break;
  if (PACKAGES.includes(name)) continue;
  PACKAGES.push(name);
  const { dependencies = {} } = manifestOf(join(ROOT, 'packages', name));
  pending.push(...Object.keys(dependencies).flatMap((each) => (each.startsWith('@colophon/') ? [each.slice('@colophon/'.length)] : [])));
}

let home: string;
/** Builds the packages, packs them, and unpacks the archives. */
async function packAll(): Promise<void> {
  await run(process.execPath, ['--conditions=@colophon/source', 'scripts/build.ts', ...PACKAGES], { cwd: ROOT, maxBuffer: 1e8 });
  const workspaces = PACKAGES.flatMap((name) => ['-w', `packages/${name}`]);
  const pack = ['pack', '--ignore-scripts', '--pack-destination', home, '--json', ...workspaces];
  const { stdout } = await run('npm', pack, { cwd: ROOT, maxBuffer: 1e8 });
  for (const { name, filename } of JSON.parse(stdout) as { name: string; filename: string }[]) {
    const target = join(home, 'packed', name.replace('@colophon/', ''));
    mkdirSync(target, { recursive: true });
    await run('tar', ['-xzf', join(home, filename), '--strip-components=1', '-C', target]);
  }
}
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'colophon-create-'));
  await packAlone(packAll);
}, 600_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('is packed with its templates, with versions that exist', async () => {
  const { stdout } = await run('grep', [
    '-rlE',
    'workspace:|"latest"|0\\.0\\.0-here',
    join(home, 'packed/create-colophon/dist/templates'),
  ]).catch((error: { code: number; stdout: string }) => {
    expect(error.code).toBe(1);
    return error;
  });
  expect(stdout).toBe('');
});

describe.each(['blank', 'vite'])('the template %s', (template) => {
  let folder: string;
  let server: ChildProcess | undefined;
  let url: string;
  const environment: NodeJS.ProcessEnv = { ...process.env, LOG_LEVEL: 'warn', NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };
  for (const name of ['BASE_URL', 'NODE_ENV', 'VITEST', 'NODE_TEST_CONTEXT']) delete environment[name];
  environment['PATH'] = `${dirname(process.execPath)}:${process.env['PATH']}`;

  const inFolder = async (program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    try {
      const { stdout, stderr } = await run(program, [...args], { cwd: folder, env: { ...environment, ...more }, maxBuffer: 1e7 });
      return { status: 0, stdout, stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { status: code, stdout, stderr };
    }
  };

  beforeAll(async () => {
    const bin = join(home, 'packed/create-colophon/bin/create-colophon.js');
    const made = await run(process.execPath, [bin, `my-${template}`, '--template', template, '--no-install'], {
      cwd: home,
      env: environment,
    });
    expect(made.stdout).toContain(`cd my-${template}`);
    folder = join(home, `my-${template}`);
    link(folder, home);
    const port = await freePort();
    url = `http://localhost:${port}`;
    environment['PORT'] = String(port);
  });
  afterAll(() => void server?.kill('SIGKILL'));

  it('is a repository with one commit, in which nothing is left over', async () => {
    expect((await inFolder('git', ['log', '--format=%s'])).stdout).toBe('Begin\n');
    expect((await inFolder('git', ['status', '--porcelain'])).stdout).toBe('');
    expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toBe(readFileSync(join(folder, 'AGENTS.md'), 'utf8'));
  });

  it('passes its own tests and type check', async () => {
    expect(await inFolder('npm', ['run', '--silent', 'check'])).toEqual({ status: 0, stdout: '', stderr: '' });
    const { status, stdout } = await inFolder('npm', ['test']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('fail 0')]);
  }, 120_000);

  it('starts, signs people in, and answers REST, MCP and its own command line', async () => {
    if (template === 'vite') expect((await inFolder('npm', ['run', '--silent', 'build'])).status).toBe(0);
    // Of an earlier attempt.
    server?.kill('SIGKILL');
    server = spawn(process.execPath, ['main.ts', 'start'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((ready, failed) => {
      server?.stdout?.once('data', () => ready());
      server?.once('exit', (code) => failed(new Error(`ended with ${code}`)));
    });
    server.removeAllListeners('exit');
    const token = (await inFolder('node', ['main.ts', 'token', 'create', '--role', 'editor'])).stdout.trim();
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const made = await fetch(`${url}/api/v1/notes`, { method: 'POST', headers, body: '{"title":"Milk"}' });
    expect(made.status).toBe(201);
    expect(await (await fetch(`${url}/api/v1/notes`)).json()).toMatchObject({ count: 1, items: [{ title: 'Milk' }] });
    const called = await fetch(`${url}/api/mcp/call`, { method: 'POST', headers, body: '{"name":"note_list","arguments":{}}' });
    expect(await called.json()).toMatchObject({ structuredContent: { items: [{ title: 'Milk' }] } });
    const prefix = `MY_${template.toUpperCase()}`;
    const cli = await inFolder('node', [`bin/my-${template}.js`, 'notes', 'create', '--title', 'Bread'], {
      [`${prefix}_TOKEN`]: token,
      [`${prefix}_SERVER_URL`]: url,
      XDG_CONFIG_HOME: join(folder, 'data/config'),
      XDG_CACHE_HOME: join(folder, 'data/cache'),
    });
    expect([cli.status, JSON.parse(cli.stdout)]).toEqual([0, expect.objectContaining({ title: 'Bread' })]);
    const link = (await inFolder('node', ['main.ts', 'user', 'create', '--email', 'ada@notes.example', '--role', 'admin'])).stdout.trim();
    const session = await signIn(url, link);
    if (template === 'vite') await useInBrowser(url, session);
    const ended = new Promise((done) => server?.once('exit', done));
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect((await inFolder('git', ['status', '--porcelain'])).stdout).toBe('');
  }, 120_000);

  it('has an AGENTS.md, every line of which runs', async () => {
    const blocks = [...readFileSync(join(folder, 'AGENTS.md'), 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)];
    expect(blocks.length).toBeGreaterThan(8);
    for (const [, language, file, text = ''] of blocks) {
      if (language === 'ts') writeFileSync(join(folder, file ?? ''), text);
      else
        for (const line of text.trim().split('\n'))
          expect({ line, ...(await inFolder('sh', ['-c', line])) }).toMatchObject({ line, status: 0 });
    }
    expect((await inFolder('node', ['main.ts', 'migrate', 'status'])).stdout).toContain('current, schema version 3');
  }, 240_000);

  it('restarts in development at a change, with the addition in the database', async () => {
    const dev = spawn(process.execPath, ['main.ts', 'dev'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise((done) => dev.once('exit', done));
    try {
      await expect.poll(() => answers(`${url}/readyz`), { timeout: 60_000 }).toBe(true);
      const path = join(folder, 'objects/note.ts');
      writeFileSync(path, readFileSync(path, 'utf8').replace('pinned: boolean', 'urgent: boolean(),\n    pinned: boolean'));
      const hasField = async () =>
        JSON.stringify(await (await fetch(`${url}/api/v1/openapi.json`).catch(() => undefined))?.json()).includes('urgent');
      await expect.poll(hasField, { timeout: 60_000 }).toBe(true);
    } finally {
      dev.kill('SIGTERM');
      await ended;
    }
  }, 150_000);
});

/** Puts the packed packages, and what they depend on, where npm would. */
function link(folder: string, packed: string): void {
  const modules = join(folder, 'node_modules');
  const place = (name: string, from: string): void => {
    const target = join(modules, name);
    if (existsSync(target)) return;
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(from, target);
  };
  for (const name of PACKAGES.filter((each) => each !== 'create-colophon')) {
    cpSync(join(packed, 'packed', name), join(modules, '@colophon', name), { recursive: true });
    const { dependencies = {} } = manifestOf(join(ROOT, 'packages', name));
    for (const each of Object.keys(dependencies).filter((dependency) => !dependency.startsWith('@colophon/'))) {
      const own = join(ROOT, 'packages', name, 'node_modules', each);
      place(each, existsSync(own) ? own : join(ROOT, 'node_modules', each));
    }
  }
  const { dependencies = {}, devDependencies = {} } = manifestOf(folder);
  for (const each of Object.keys({ ...dependencies, ...devDependencies })) {
    if (each.startsWith('@colophon/')) continue;
    // The compiler that published declarations are for, not the one of this repository.
    const own = join(ROOT, 'packages/client/node_modules', each);
    place(each, existsSync(own) ? own : join(ROOT, 'node_modules', each));
  }
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync('../typescript/bin/tsc', join(modules, '.bin/tsc'));
  if (existsSync(join(modules, 'vite'))) symlinkSync('../vite/bin/vite.js', join(modules, '.bin/vite'));
}

/** Sets a password by a link, and signs in with it. Returns the cookie of the session. */
async function signIn(url: string, link: string): Promise<string> {
  const password = 'a long password that nobody has';
  const send = async (path: string, fields: Readonly<Record<string, string>>): Promise<Response> => {
    const page = await fetch(new URL(path, url));
    const hidden = [...(await page.text()).matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)];
    const body = new URLSearchParams({ ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...fields });
    const cookie = page.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    return fetch(new URL(path, url), {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { Origin: url, ...(cookie ? { Cookie: cookie } : {}) },
    });
  };
  expect((await send(link, { password, repeat: password, confirm: password })).status).toBeLessThan(400);
  const signedIn = await send('/sign-in', { email: 'ada@notes.example', password });
  const session = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  expect(await (await fetch(`${url}/api/v1/session`, { headers: { Cookie: session } })).json()).toMatchObject({
    user: { email: 'ada@notes.example' },
  });
  return session;
}

/** Adds a note on the page that the server answers with. */
async function useInBrowser(url: string, session: string): Promise<void> {
  const chromium = await findChromium();
  if (chromium === undefined) return;
  const browser = await startChromium(chromium);
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
    const cookies = session.split('; ').map((each) => each.split(/=(.*)/s));
    // One of them may be emptied.
    await page.context().addCookies(cookies.flatMap(([name = '', value = '']) => (value === '' ? [] : [{ name, value, url }])));
    await page.goto(`${url}/any/page`);
    await page.getByText('Bread').waitFor();
    await page.getByLabel('Title').fill('Butter');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Butter').waitFor();
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
