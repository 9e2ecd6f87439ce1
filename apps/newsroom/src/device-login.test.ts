import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../packages/identity/src/testing/browser.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const CLI = join(ROOT, 'apps/newsroom/bin/newsroom-cli.js');
const BRIDGE = join(ROOT, 'packages/app-cli/bin/colophon-mcp-bridge.js');
const FLAGS = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'];
const PASSWORD = 'a password of some length';

/** A person at a terminal and at a browser, a real client process and a real server. */
describe('signing a terminal in', () => {
  let newsroom: NewsroomProcess;
  let environment: NodeJS.ProcessEnv;
  let browser: Browser;
  const config = (): string => join(newsroom.directory, 'config/newsroom/config.json');
  const cli = (...args: readonly string[]) => spawnSync(process.execPath, [...FLAGS, CLI, ...args], { env: environment, encoding: 'utf8' });

  beforeAll(async () => {
    newsroom = await startNewsroom();
    environment = {
      ...process.env,
      NEWSROOM_SERVER_URL: newsroom.url,
      XDG_CONFIG_HOME: join(newsroom.directory, 'config'),
      XDG_CACHE_HOME: join(newsroom.directory, 'cache'),
    };
    browser = new Browser(newsroom.url);
    const made = newsroom.run('user', 'create', '--email', 'ada@example.com', '--role', 'admin', '--name', 'Ada');
    expect(made.status).toBe(0);
    const link = new URL(made.stdout.trim());
    const page = await browser.open(link.pathname + link.search);
    await browser.submit(page, 'Set password', { password: PASSWORD });
  });
  afterAll(() => newsroom.dispose());

  it('takes a code, an approval in the browser, and says who is signed in', async () => {
    const login = spawn(process.execPath, [...FLAGS, CLI, 'auth', 'login', '--no-open'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const code = await printed(login, /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/);
    let page = await browser.open(`/terminal-login?code=${code}`);
    if (page.text.includes('type="password"'))
      page = await browser.submit(page, 'Sign in', { email: 'ada@example.com', password: PASSWORD });
    page = await browser.submit(page, 'Continue', { code });
    expect(page.text).toContain(code);
    await browser.submit(page, 'Approve');
    expect(await new Promise((done) => login.once('exit', done))).toBe(0);
    const status = JSON.parse(cli('auth', 'status', '--json').stdout) as {
      authenticated: boolean;
      user: { email: string };
      roles: string[];
    };
    expect(status).toMatchObject({ authenticated: true, user: { email: 'ada@example.com' }, roles: ['admin'] });
  });

  it('then lists, reads, creates, updates and deletes with what discovery tells', () => {
    expect(JSON.parse(cli('resources', '--json').stdout).resources.map((each: { slug: string }) => each.slug)).toEqual(
      expect.arrayContaining(['articles', 'contents', 'tags']),
    );
    const made = JSON.parse(cli('articles', 'create', '--title', 'From the terminal', '--tags', 'news').stdout) as {
      id: string;
      rev: number;
    };
    expect(JSON.parse(cli('articles', 'get', made.id).stdout)).toMatchObject({ title: 'From the terminal', tags: ['news'] });
    expect(JSON.parse(cli('articles', 'update', made.id, '--category', 'city').stdout)).toMatchObject({ category: 'city', rev: 2 });
    expect(cli('articles', 'update', made.id, '--category', 'sport', '--if-match', '1')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('revision 2'),
    });
    expect(JSON.parse(cli('articles', 'list', '--all', '--limit', '2', '--fields', 'title').stdout).items).toHaveLength(6);
    expect(cli('articles', 'delete', made.id, '--yes').status).toBe(0);
    expect(cli('articles', 'get', made.id).status).toBe(5);
  });

  it('lets an assistant on the desk use the tools through the bridge', async () => {
    const client = new Client({ name: 'desk', version: '1.0.0' });
    const inherited = Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [...FLAGS, BRIDGE, '--env-prefix=NEWSROOM'], env: inherited }),
    );
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('article_list');
    expect(await client.callTool({ name: 'tag_list', arguments: { limit: 1 } })).toMatchObject({ structuredContent: { limit: 1 } });
    await client.close();
  });

  it('ends on the server and on the disk with logout', async () => {
    const stored = readFileSync(config(), 'utf8');
    const token = /colophon_\w+/.exec(stored)?.[0] ?? '';
    expect(token).not.toBe('');
    expect(cli('auth', 'logout').status).toBe(0);
    expect(existsSync(config()) && readFileSync(config(), 'utf8').includes(token)).toBe(false);
    const answer = await fetch(`${newsroom.url}/api/cli/auth/session`, { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    expect(newsroom.log()).not.toContain(token);
  });
});

function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((done, reject) => {
    let text = '';
    const look = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) done(found);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
}
