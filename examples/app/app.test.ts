import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FLAGS = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'];
const SITE = 'https://app.example';

describe('an application of one’s own', () => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let server: ChildProcess;
  let url: string;
  let token: string;

  /** Runs a command without blocking this process, so that it notices connections closed meanwhile. */
  const run = (file: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    new Promise<{ status: number | null; stdout: string; stderr: string }>((done) => {
      const child = spawn(process.execPath, [...FLAGS, join(import.meta.dirname, file), ...args], {
        cwd: folder,
        env: { ...environment, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const written = { stdout: '', stderr: '' };
      child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
      child.once('close', (status) => done({ status, ...written }));
    });
  const start = async (more: NodeJS.ProcessEnv = {}): Promise<void> => {
    server = spawn(process.execPath, [...FLAGS, join(import.meta.dirname, 'main.ts'), 'start'], {
      cwd: folder,
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((ready, failed) => {
      server.stdout?.once('data', () => ready());
      server.once('exit', (code) => failed(new Error(`ended with ${code}`)));
    });
  };
  const stop = (): Promise<number | null> =>
    new Promise((ended) => {
      server.removeAllListeners('exit');
      server.once('exit', ended);
      server.kill('SIGTERM');
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'places-'));
    const port = await freePort();
    url = `http://localhost:${port}`;
    const { BASE_URL: _, ...inherited } = process.env;
    environment = { ...inherited, PORT: String(port), LOG_LEVEL: 'warn', PLACES_SECRET: 'x'.repeat(32), CORS_ORIGINS: SITE };
    expect((await run('main.ts', ['migrate', 'apply'])).stdout).toBe('The database is at schema version 1.\n');
    token = (await run('main.ts', ['token', 'create', '--role', 'editor'])).stdout.trim();
    await start();
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });

  const headers = (): Record<string, string> => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });

  it('makes a token before anything else was run, and says in a line what it cannot do', async () => {
    const empty = { DATABASE_URL: `sqlite:${join(folder, 'empty.sqlite')}` };
    expect((await run('main.ts', ['token', 'create', '--role', 'editor'], empty)).stdout).toMatch(/^colophon_/);
    expect(await run('main.ts', ['tokne'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^There is no command tokne\./),
    });
    expect(await run('main.ts', ['start'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Another program is already listening on port \d+/m),
    });
  });

  it('answers REST to editors, and to everybody who reads', async () => {
    const made = await fetch(`${url}/api/v1/places`, { method: 'POST', headers: headers(), body: '{"name":"Town hall","stars":4}' });
    expect(made.status).toBe(201);
    expect(await (await fetch(`${url}/api/v1/places?stars=4`)).json()).toMatchObject({ count: 1, items: [{ name: 'Town hall' }] });
    expect(
      (await fetch(`${url}/api/v1/places`, { method: 'POST', body: '{"name":"x"}', headers: { 'Content-Type': 'application/json' } }))
        .status,
    ).toBe(401);
  });

  it('is described, and offers the same as tools', async () => {
    const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as { paths: Record<string, unknown> };
    expect(Object.keys(document.paths)).toContain('/places/{id}');
    const called = await fetch(`${url}/api/mcp/call`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"place_list","arguments":{"limit":1}}',
    });
    expect(await called.json()).toMatchObject({ structuredContent: { items: [{ name: 'Town hall' }] } });
  });

  it('has a command line, whose commands come from the server', async () => {
    const home = {
      PLACES_TOKEN: token,
      PLACES_SERVER_URL: url,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    };
    const made = await run('cli.ts', ['places', 'create', '--name', 'Harbour', '--town', 'Bristol'], home);
    expect([made.status, made.stderr]).toEqual([0, '']);
    expect(JSON.parse(made.stdout)).toMatchObject({ name: 'Harbour', town: 'Bristol' });
  });

  it('lets terminals and people sign in', async () => {
    expect((await fetch(`${url}/api/cli/auth/start`, { method: 'POST' })).status).toBe(201);
    const link = (await run('main.ts', ['user', 'create', '--email', 'ada@places.example', '--role', 'admin'])).stdout.trim();
    expect((await fetch(link)).status).toBe(200);
    const again = await run('main.ts', ['user', 'create', '--email', 'ada@places.example', '--role', 'admin']);
    expect(again.stderr).toMatch(/already has an account[^]*node main\.ts user role/);
  });

  it('lets pages of the sites on its list use the API with a token, and no others', async () => {
    const preflight = (origin: string) =>
      fetch(`${url}/api/v1/places`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'authorization,if-match' },
      });
    const allowed = await preflight(SITE);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, SITE]);
    expect(allowed.headers.get('access-control-allow-headers')).toMatch(/Authorization.*If-Match/);
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    const read = await fetch(`${url}/api/v1/places`, { headers: { ...headers(), Origin: SITE } });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, SITE]);
    expect(read.headers.get('access-control-expose-headers')).toContain('ETag');
    const tools = await fetch(`${url}/api/mcp/tools`, { headers: { ...headers(), Origin: SITE } });
    expect(tools.status).toBe(200);
    expect((await fetch(`${url}/api/mcp/tools`, { headers: { ...headers(), Origin: 'https://evil.example' } })).status).toBe(403);
  });

  it.each([
    ['GET', '/api/v1/places'],
    ['GET', '/api/v1/places?limit=many'],
    ['GET', '/api/v1/places/nothing'],
    ['GET', '/api/v1/openapi.json'],
    ['GET', '/api/_resources'],
    ['GET', '/api/mcp/tools'],
    ['POST', '/api/mcp/call'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['POST', '/api/cli/auth/start'],
    ['GET', '/api/cli/auth/session'],
    ['GET', '/sign-in'],
    ['GET', '/account'],
  ])('says nosniff to %s %s, though nothing in front of it adds that', async (method, path) => {
    const response = await fetch(url + path, { method, redirect: 'manual' });
    expect([path, response.headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    await response.body?.cancel();
  });

  it('says after a field was added what to run, by its own names, and goes on once that was run', async () => {
    const later = { EXAMPLE_WITH_OPENING: '1' };
    await stop();
    const refused = await run('main.ts', ['start'], later);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/older than this code[\s\S]*opening[\s\S]*node main\.ts migrate plan\. .*node main\.ts migrate apply\n$/),
    ]);
    expect((await run('main.ts', ['migrate', 'plan'], later)).stdout).toMatch(/alter table .*opening/i);
    expect((await run('main.ts', ['migrate', 'apply'], later)).stdout).toBe('The database is at schema version 2.\n');
    await start(later);
    const made = await fetch(`${url}/api/v1/places`, { method: 'POST', headers: headers(), body: '{"name":"Library","opening":"9:00"}' });
    expect(await made.json()).toMatchObject({ name: 'Library', opening: '9:00' });
  });
});

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
