import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../../../packages/identity/src/testing/browser.ts';
import { approve, setPassword } from './testing/approve.ts';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';
import { Terminal } from './testing/terminal.ts';

const BRIDGE = resolve(import.meta.dirname, '../../../packages/app-cli/bin/colophon-mcp-bridge.js');
const FLAGS = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'];
const EMAIL = 'ada@example.com';

/** A user at a terminal and a browser, a real client process and a real server. */
describeOnEveryDatabase('signing a terminal in', (settings) => {
  let newsroom: NewsroomProcess;
  let terminal: Terminal;
  let browser: Browser;

  beforeAll(async () => {
    newsroom = await startNewsroom(await settings());
    terminal = new Terminal(newsroom);
    browser = new Browser(newsroom.url);
    const made = newsroom.run('user', 'create', '--email', EMAIL, '--role', 'admin', '--name', 'Ada');
    expect(made.status).toBe(0);
    await setPassword(browser, made.stdout.trim());
  });
  afterAll(() => newsroom.dispose());

  it('shows a code, waits for approval in the browser, and reports who is signed in', async () => {
    const login = await terminal.login();
    await approve(browser, { email: EMAIL, code: login.code });
    expect((await login.ended).code).toBe(0);
    expect(await terminal.json('auth', 'status', '--json')).toMatchObject({
      authenticated: true,
      user: { email: EMAIL },
      roles: ['admin'],
    });
  });

  it('then lists, reads, creates, updates and deletes using discovery', async () => {
    const { resources } = await terminal.json<{ resources: { slug: string }[] }>('resources', '--json');
    expect(resources.map((each) => each.slug)).toEqual(expect.arrayContaining(['articles', 'contents', 'tags']));
    const made = await terminal.json<{ id: string }>('articles', 'create', '--title', 'From the terminal', '--tags', 'news');
    expect(await terminal.json('articles', 'get', made.id)).toMatchObject({ title: 'From the terminal', tags: ['news'] });
    expect(await terminal.json('articles', 'update', made.id, '--category', 'city')).toMatchObject({ category: 'city', rev: 2 });
    expect(await terminal.run('articles', 'update', made.id, '--category', 'sport', '--if-match', '1')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('revision 2'),
    });
    const all = await terminal.json<{ items: unknown[] }>('articles', 'list', '--all', '--limit', '2', '--fields', 'title');
    expect(all.items).toHaveLength(13);
    expect((await terminal.run('articles', 'delete', made.id, '--yes')).code).toBe(0);
    expect((await terminal.run('articles', 'get', made.id)).code).toBe(5);
  });

  it('lets an assistant on the desk use the tools through the bridge', async () => {
    const client = new Client({ name: 'desk', version: '1.0.0' });
    const inherited = Object.fromEntries(
      Object.entries(terminal.environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [...FLAGS, BRIDGE, '--env-prefix=NEWSROOM'], env: inherited }),
    );
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('article_list');
    expect(await client.callTool({ name: 'tag_list', arguments: { limit: 1 } })).toMatchObject({ structuredContent: { limit: 1 } });
    await client.close();
  });

  it('ends on the server and on the disk with logout', async () => {
    const stored = readFileSync(terminal.configFile, 'utf8');
    const token = /colophon_\w+/.exec(stored)?.[0] ?? '';
    expect(token).not.toBe('');
    expect((await terminal.run('auth', 'logout')).code).toBe(0);
    expect(existsSync(terminal.configFile) && readFileSync(terminal.configFile, 'utf8').includes(token)).toBe(false);
    const answer = await fetch(`${newsroom.url}/api/cli/auth/session`, { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    expect(newsroom.log()).not.toContain(token);
  });
});
