import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const APP = resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const TSDOWN = resolve(APP, '../../node_modules/tsdown/dist/run.mjs');

interface Packed {
  /** The build directory. */
  readonly built: string;
  /** The result of installing the tarball, without dependencies. */
  readonly installed: string;
}

let home: string | undefined;
let packed: Promise<Packed> | undefined;
afterAll(() => home && rm(home, { recursive: true, force: true }));

/** Builds and packs Newsroom once, and unpacks it outside of the repository. */
async function packNewsroom(): Promise<Packed> {
  home = await mkdtemp(join(tmpdir(), 'newsroom-built-'));
  const built = join(home, 'apps/newsroom');
  await run(process.execPath, [TSDOWN, '--out-dir', join(built, 'dist')], { cwd: APP });
  for (const part of ['package.json', 'README.md', 'LICENSE', 'bin', 'demo'])
    await cp(join(APP, part), join(built, part), { recursive: true });
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--pack-destination', home, '--json'], { cwd: built });
  const [tarball] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  const installed = join(home, 'node_modules/@colophon/newsroom');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(home, tarball?.filename ?? ''), '--strip-components=1', '-C', installed]);
  return { built, installed };
}

describeOnEveryDatabase('Newsroom as it is packed, with neither source nor packages beside it', (settings) => {
  let built: string;
  let installed: string;
  let newsroom: NewsroomProcess;
  const get = async (path: string): Promise<Response> => fetch(newsroom.url + path);

  beforeAll(async () => {
    ({ built, installed } = await (packed ??= packNewsroom()));
    newsroom = await startNewsroom(await settings(), join(installed, 'bin/newsroom.js'));
  }, 120_000);
  afterAll(() => newsroom?.dispose());

  it('is built when it is packed, and carries no source and no source maps', async () => {
    const { scripts } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    expect(scripts['prepack']).toBe('node --conditions=@colophon/source ../../scripts/build.ts newsroom');
    const files = await readdir(installed, { recursive: true });
    expect(files.filter((path) => /\.(?:map|tsx?)$/.test(path))).toEqual([]);
    // What only tests start or read.
    expect(files.filter((path) => /testing|hostile|fixtures?\b|\.test\./.test(path))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/newsroom.js', 'dist/newsroom-cli.js']));
  });

  it('has stylesheets in ASCII, whatever encoding they are served in', async () => {
    const files = (await readdir(installed, { recursive: true })).filter((path) => path.endsWith('.css'));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect((await readFile(join(installed, file), 'utf8')).match(/[^\s -~]/gu), file).toBeNull();
  });

  it('includes the command line for users', async () => {
    const cli = join(installed, 'bin/newsroom-cli.js');
    const token = newsroom.run('token', 'create', '--role', 'viewer').stdout.trim();
    const { stdout } = await run(process.execPath, [cli, 'articles', 'list', '--limit', '1', '--fields', 'title,slug'], {
      env: { ...newsroom.environment, NEWSROOM_SERVER_URL: newsroom.url, NEWSROOM_TOKEN: token, HOME: newsroom.directory },
    });
    expect(stdout).toMatch(/\bslug\b/i);
  });

  it('has the same exports as from source', async () => {
    const source = await startNewsroom();
    const document = await fetch(`${source.url}/api/v1/openapi.json`);
    await source.dispose();
    expect(await (await get('/api/v1/openapi.json')).json()).toEqual(await document.json());
    expect(newsroom.run('check')).toMatchObject({ status: 0, stdout: expect.stringContaining('are valid') });
  });

  it('has its demo content, and renders it in a thread of its own', async () => {
    const page = await (await get('/api/v1/articles?limit=1&fields=id,body')).json();
    const { items } = page as { items: { id: string; body: string }[] };
    // Short ones are rendered in the main thread.
    expect(items[0]?.body.length).toBeGreaterThan(500);
    const rendered = await get(`/api/v1/articles/${items[0]?.id}/html`);
    expect(await rendered.json()).toEqual({ html: expect.stringMatching(/<p>/) });
  });

  it('includes the script for passkeys, and their verification', async () => {
    const script = await (await get('/sign-in/passkeys.js')).text();
    expect([script.includes('startAuthentication'), script.includes('form[data-passkey]')]).toEqual([true, true]);
    const asked = await fetch(`${newsroom.url}/sign-in/passkey/options`, { method: 'POST', headers: { Origin: newsroom.url } });
    expect(await asked.json()).toMatchObject({ rpId: 'localhost', challenge: expect.any(String) });
  });

  it('includes the desk, with everything that its page names', async () => {
    const asked = await fetch(`${newsroom.url}/desk`, { redirect: 'manual' });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fdesk']);
    const manifest = JSON.parse(await readFile(join(installed, 'dist/desk/manifest.json'), 'utf8')) as object;
    const files = (Object.values(manifest) as { readonly file: string }[]).map(({ file }) => `/desk/${file}`);
    expect(files.length).toBeGreaterThan(10);
    const answers = await Promise.all(files.map(async (file) => (await get(file)).headers.get('cache-control')));
    expect(new Set(answers)).toEqual(new Set(['public, max-age=31536000, immutable']));
  });

  it('takes a file and gives it back', async () => {
    const token = newsroom.run('token', 'create', '--role', 'editor').stdout.trim();
    const form = new FormData();
    form.append('file', new Blob(['minutes of the meeting'], { type: 'text/plain' }), 'minutes.txt');
    const headers = { Authorization: `Bearer ${token}` };
    const uploaded = await fetch(`${newsroom.url}/api/v1/assets/upload`, { method: 'POST', headers, body: form });
    expect(uploaded.status).toBe(201);
    const { id } = (await uploaded.json()) as { id: string };
    const file = await fetch(`${newsroom.url}/api/v1/assets/${id}/file`, { headers });
    expect(await file.text()).toBe('minutes of the meeting');
  });

  it('detects the types of pictures by their bytes', async () => {
    const token = newsroom.run('token', 'create', '--role', 'editor').stdout.trim();
    const picture = new Blob([await readFile(join(installed, 'demo/pictures/oak.webp'))]);
    const form = new FormData();
    form.append('file', picture, 'oak');
    const uploaded = await fetch(`${newsroom.url}/api/v1/assets/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    });
    expect(await uploaded.json()).toMatchObject({ mimeType: 'image/webp' });
  });

  it('reports the library missing for reading a mailbox, and needs it for nothing else', async () => {
    const environment = {
      ...newsroom.environment,
      INBOUND_DOMAIN: 'in.harbour.example',
      INBOUND_IMAP: 'imap://letters:hunter2@127.0.0.1:9',
    };
    const starting = run(process.execPath, [join(installed, 'bin/newsroom.js'), 'start'], { env: environment, cwd: newsroom.directory });
    const failed = (await starting.catch((error: unknown) => error)) as { stderr: string };
    expect(failed.stderr).toMatch(/INBOUND_IMAP: Reading a mailbox needs the package imapflow, .*: npm install imapflow/);
    expect(failed.stderr).not.toContain('hunter2');
  });

  it('speaks MCP', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${newsroom.url}/api/mcp/x/public`)));
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('content_list');
    await client.close();
  });

  it('maps an error to the source if built with source maps', async () => {
    const environment = { ...newsroom.environment, DATABASE_URL: 'sqlite:/dev/null/nowhere.sqlite', LOG_LEVEL: 'debug' };
    const starting = run(process.execPath, ['--enable-source-maps', join(built, 'dist/newsroom.js'), 'start'], { env: environment });
    await expect(starting).rejects.toMatchObject({
      stderr: expect.stringContaining('packages/core/src/storage/sqlite/sqlite-database.ts:'),
    });
  });
});
