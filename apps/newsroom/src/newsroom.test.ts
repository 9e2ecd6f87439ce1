import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { main } from './main.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { SIGNING_KEY } from './testing/signing-key.ts';

const POSTS = process.env['COLOPHON_POSTS_DIR'];

describe('Newsroom as a process', () => {
  let newsroom: NewsroomProcess;
  beforeAll(async () => {
    newsroom = await startNewsroom();
  });
  afterAll(() => newsroom.dispose());
  const get = async (path: string, headers: Record<string, string> = {}) => {
    // Commands block this process: only now it notices that the server has closed the kept connection.
    await new Promise((done) => setTimeout(done, 20));
    return fetch(newsroom.url + path, { headers });
  };

  it('is alive, ready, and reports what runs here', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    const home = await get('/developers');
    expect(home.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await home.text();
    for (const address of ['/api/v1/openapi.json', '/api/mcp/tools', '/api/_resources', '/healthz']) expect(page).toContain(address);
  });

  it('has the demo posts, and writes nothing outside ./data', async () => {
    const { count } = (await (await get('/api/v1/articles')).json()) as { count: number };
    expect(count).toBe(8);
    expect(readdirSync(newsroom.directory)).toEqual(['data']);
  });

  it('creates tokens that work immediately, lists them without their secrets, and revokes them', async () => {
    const made = newsroom.run('token', 'create', '--role', 'editor', '--name', 'Test');
    expect(made.status).toBe(0);
    const token = made.stdout.trim();
    expect(made.stdout).toBe(`${token}\n`);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await get('/api/_resources', headers)).status).toBe(200);
    const listed = newsroom.run('token', 'list').stdout;
    expect(listed).toContain('Test');
    expect(listed).not.toContain(token);
    const id =
      listed
        .split('\n')
        .find((line) => line.includes('Test'))
        ?.split('\t')[0] ?? '';
    expect(newsroom.run('token', 'revoke', id).status).toBe(0);
    await new Promise((done) => setTimeout(done, 2_100));
    expect((await get('/api/_resources', headers)).status).toBe(401);
    expect(newsroom.log()).not.toContain(token);
  });

  it('hides a tenant’s records from others', async () => {
    expect(newsroom.run('tenant', 'create', 'gazette', '--name', 'The Gazette').status).toBe(0);
    const token = newsroom.run('token', 'create', '--role', 'editor', '--tenant', 'gazette').stdout.trim();
    const made = await fetch(`${newsroom.url}/api/v1/articles`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"title":"Ours"}',
    });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    expect((await get(`/api/v1/articles/${id}`)).status).toBe(404);
    expect((await get(`/api/v1/articles/${id}`, { Authorization: `Bearer ${token}` })).status).toBe(200);
    expect(newsroom.run('token', 'create', '--role', 'editor', '--tenant', 'nobody')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no tenant nobody'),
    });
  });

  it('reports unreadable posts by file and line while importing the others, and changes nothing the second time', () => {
    const folder = join(newsroom.directory, 'data/posts');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '2020-01-01-good.md'), '---\ntype: document\ntitle: Good\ntags:\n- open source\n---\nBody.\n');
    writeFileSync(join(folder, '2020-01-02-bad.md'), '---\ntitle: "Bad\ntags: [\n---\nBody.\n');
    const first = newsroom.run('import', 'data/posts');
    expect(first.status).toBe(1);
    expect(first.stdout).toContain('1 created, 0 updated, 0 unchanged, 1 failed.');
    expect(first.stderr).toMatch(/2020-01-02-bad\.md:\d+: /);
    expect(newsroom.run('import', 'data/posts').stdout).toContain('0 created, 0 updated, 1 unchanged, 1 failed.');
  });

  it('rejects invalid usage with 2, and explains it', () => {
    expect(newsroom.run('token', 'create', '--role', 'king')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--role must be one of viewer, contributor, editor, admin'),
    });
    expect(newsroom.run('tokens')).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no command tokens') });
    expect(newsroom.run('import')).toMatchObject({ status: 2 });
    expect(newsroom.run('help').stdout).toContain('newsroom migrate plan');
  });

  it('matches the code, and the doctor finds no fault', () => {
    expect(newsroom.run('migrate', 'status')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^current, schema version \d+\n$/),
    });
    expect(newsroom.run('migrate', 'plan').stdout).toBe('-- Nothing to add.\n');
    expect(newsroom.run('doctor')).toMatchObject({ status: 0 });
  });

  it.skipIf(POSTS === undefined)('imports the whole folder that COLOPHON_POSTS_DIR names, twice, and exports it as it was', () => {
    const posts = POSTS ?? '';
    const files = readdirSync(posts).filter((file) => file.endsWith('.md'));
    const first = newsroom.run('import', posts);
    expect(first.stderr).toBe('');
    const [, created, unchanged] = /^(\d+) created, 0 updated, (\d+) unchanged, 0 failed\./.exec(first.stdout) ?? [];
    expect(Number(created) + Number(unchanged)).toBe(files.length);
    expect(newsroom.run('import', posts).stdout).toContain(`0 created, 0 updated, ${files.length} unchanged, 0 failed.`);
    expect(newsroom.run('export', 'data/export').status).toBe(0);
    const exported = new Map(
      readdirSync(join(newsroom.directory, 'data/export'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map((file) => [readFileSync(join(newsroom.directory, 'data/export', file), 'utf8'), file]),
    );
    const lost = files.filter((file) => !exported.has(readFileSync(join(posts, file), 'utf8')));
    expect(lost).toEqual([]);
  });

  it('drains and stops on SIGTERM, with 0', async () => {
    expect(await newsroom.stop('SIGTERM')).toBe(0);
    expect(newsroom.log()).toContain('"msg":"stopped"');
    expect(existsSync(join(newsroom.directory, 'data/newsroom.sqlite'))).toBe(true);
  });
});

describe('the configuration', () => {
  it('lists every fault at once, naming the variable', () => {
    const faulty = { PORT: 'many', BASE_URL: 'news.example/path', NEWSROOM_SEED: 'some', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' };
    expect(() => loadConfig(faulty)).toThrow(/5 faults[\s\S]*PORT[\s\S]*BASE_URL[\s\S]*DATABASE_URL[\s\S]*LOG_LEVEL[\s\S]*NEWSROOM_SEED/);
  });

  it('knows its own address however it is written', () => {
    expect(loadConfig({ BASE_URL: 'HTTPS://News.Example:443/' }).baseUrl).toBe('https://news.example');
    expect(loadConfig({ PORT: '4321' }).baseUrl).toBe('http://localhost:4321');
  });

  it('requires a time zone that is known, rather than using another one', () => {
    expect(() => loadConfig({ TZ: 'Mars/Base' })).toThrow(/TZ must be a time zone such as Europe\/Berlin/);
    expect(loadConfig({ TZ: 'Europe/Oslo' }).timeZone).toBe('Europe/Oslo');
    expect(loadConfig({ TZ: '' }).timeZone).toBeUndefined();
  });

  it('requires a valid file storage, and its keys', () => {
    expect(() => loadConfig({ FILES_URL: 's3://news', FILES_TYPES: 'pictures' })).toThrow(
      /2 faults[\s\S]*FILES_TYPES must be types such as[\s\S]*FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
    );
    expect(() => loadConfig({ FILES_URL: 's3://id:hidden@news' })).toThrow(/^(?![\s\S]*hidden)[\s\S]*FILES_URL must not hold a key/);
    expect(loadConfig({ FILES_TYPES: 'image/*, application/pdf' }).filesTypes).toEqual(['image/*', 'application/pdf']);
  });

  it('requires a secret and a signing key on PostgreSQL, where several processes share them', () => {
    const shared = { DATABASE_URL: 'postgres://localhost/news' };
    expect(() => loadConfig(shared)).toThrow(/2 faults[\s\S]*NEWSROOM_SECRET is required[\s\S]*NEWSROOM_SIGNING_KEY is required/);
    const keys = { NEWSROOM_SECRET: 'x'.repeat(32), NEWSROOM_SIGNING_KEY: SIGNING_KEY };
    expect(loadConfig({ ...shared, ...keys })).toMatchObject({ baseUrl: 'http://localhost:4000', signingKey: SIGNING_KEY });
  });

  it('requires a signing key that can sign, and never shows the given value', () => {
    for (const wrong of ['hidden', '{"kty":"oct","k":"hidden"}', '{"kty":"OKP","crv":"Ed25519","x":"hidden"}'])
      expect(() => loadConfig({ NEWSROOM_SIGNING_KEY: wrong })).toThrow(/^(?![\s\S]*hidden)[\s\S]*NEWSROOM_SIGNING_KEY must be a private/);
  });

  it('stops a command with 1 and the faults on standard error', async () => {
    const lines: string[] = [];
    const stderr = { write: (text: string) => lines.push(text) > 0 } as unknown as NodeJS.WritableStream;
    expect(await main(['doctor'], { stderr, loadConfig: () => loadConfig({ PORT: 'x' }) })).toBe(1);
    expect(lines.join('')).toContain('PORT must be a port number');
  });
});

it('checks its own definitions as part of the build', () => {
  const result = spawnSync(process.execPath, ['--conditions=@colophon/source', join(import.meta.dirname, '../bin/newsroom.js'), 'check'], {
    encoding: 'utf8',
  });
  expect(result).toMatchObject({ status: 0, stdout: expect.stringMatching(/collections with \d+ operations are valid/) });
});
