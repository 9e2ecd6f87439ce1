import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { faultsOf } from '../testing/look-at-page.ts';
import { freePort, type NewsroomProcess, startNewsroom } from '../testing/newsroom-process.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { spawn } from 'node:child_process';

const CHROMIUM = await findChromium();
const SUITE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const EMAIL = 'ada@example.com';
const PASSWORD = 'a password of some length';

/** A person at a real browser, whom an agent sends to Newsroom. */
describe.skipIf(CHROMIUM === undefined)('in Chromium, a person', () => {
  let newsroom: NewsroomProcess;
  let chromium: Browser;
  let context: BrowserContext;
  let page: Page;
  /** The agent's own server, to which the browser returns. */
  let agent: Server;
  let redirect = '';
  let returned: string[];

  beforeAll(async () => {
    [newsroom, chromium] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    expect(newsroom.run('tenant', 'create', 'gazette', '--name', 'The Gazette').status).toBe(0);
    const link = newsroom.run('user', 'create', '--email', EMAIL, '--name', 'Ada', '--role', 'admin', '--tenant', 'gazette').stdout.trim();
    expect(newsroom.run('user', 'role', EMAIL, '--role', 'editor').status).toBe(0);
    const body = new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '', password: PASSWORD });
    await fetch(`${newsroom.url}/set-password`, { method: 'POST', body, headers: { Origin: newsroom.url }, redirect: 'manual' });
    agent = createServer((request, response) => {
      returned.push(request.url ?? '');
      response.end('The agent has what it needs.');
    });
    await new Promise<void>((done) => agent.listen(0, '127.0.0.1', done));
    redirect = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/callback`;
  });
  afterAll(async () => {
    agent?.close();
    await chromium?.close();
    await newsroom?.dispose();
  });
  beforeEach(async () => {
    returned = [];
    context = await chromium.newContext({ javaScriptEnabled: true });
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  async function register(redirects: readonly string[] = [redirect]): Promise<string> {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ client_name: 'Quill', redirect_uris: redirects, grant_types: ['authorization_code', 'refresh_token'] });
    return ((await (await fetch(`${newsroom.url}/oauth/register`, { method: 'POST', headers, body })).json()) as { client_id: string })
      .client_id;
  }
  function asks(client: string, changes: Readonly<Record<string, string>> = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: client,
      redirect_uri: redirect,
      state: 'a state',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      resource: `${newsroom.url}/api/mcp`,
      scope: 'read write publish',
      ...changes,
    };
    return `${newsroom.url}/oauth/authorize?${new URLSearchParams(parameters)}`;
  }
  async function signIn(): Promise<void> {
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await button('Sign in').click();
  }

  it('signs in, sees who asks for what, chooses, allows: the agent gets its code', async () => {
    await page.goto(asks(await register()));
    await signIn();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Let this program act for you?');
    expect(await page.locator('.host').textContent()).toBe('a program on this computer');
    expect(await page.locator('.host').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThan(28);
    expect(await faultsOf(page, 'consent')).toEqual([]);
    // Nothing is chosen for somebody who only presses a key.
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
    expect(await page.getByRole('radio', { name: 'contributor', exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel('Delete records for good.').isChecked()).toBe(false);
    await page.getByLabel('Publish, schedule').uncheck();
    await page.getByRole('radio', { name: 'The Gazette' }).check();
    await page.getByRole('radio', { name: 'editor', exact: true }).check();
    await button('Allow').click();
    await page.waitForURL(`${redirect}?**`);
    const answer = new URL(page.url()).searchParams;
    expect([answer.get('code')?.length, answer.get('state'), answer.get('iss')]).toEqual([43, 'a state', newsroom.url]);
    expect(returned.filter((url) => url.startsWith('/callback'))).toHaveLength(1);
    const listed = newsroom.run('agent', 'list').stdout;
    expect(listed).toContain(`${EMAIL}\tgazette\teditor\tread,write,offline_access\tnot used\tnot verified\tQuill`);

    await page.goto(`${newsroom.url}/account`);
    expect(await faultsOf(page, 'account with agents')).toEqual([]);
    await page.getByRole('link', { name: 'Agents' }).click();
    expect(await faultsOf(page, 'agents')).toEqual([]);
    await page.getByLabel('Write and change').uncheck();
    await button('Allow only this to Quill').click();
    expect(newsroom.run('agent', 'list').stdout).toContain('\tread,offline_access\t');
    await button('Disconnect Quill').click();
    expect(await page.getByText('None.').first().isVisible()).toBe(true);
    expect(await faultsOf(page, 'no agents')).toEqual([]);
  });

  it('presses Enter: that denies', async () => {
    await page.goto(asks(await register()));
    await signIn();
    await page.getByLabel('Write and change').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${redirect}?**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
  });

  it('decides without scripts', async () => {
    await context.close();
    context = await chromium.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto(asks(await register()));
    await signIn();
    await button('Allow').click();
    await page.waitForURL(`${redirect}?**`);
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
  });

  it('cannot be shown the page in the frame of another one', async () => {
    await page.goto(asks(await register()));
    await signIn();
    const address = page.url();
    const framing = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`);
    });
    await new Promise<void>((done) => framing.listen(0, '127.0.0.1', done));
    await page.goto(`http://localhost:${(framing.address() as AddressInfo).port}/`);
    await page.waitForLoadState('networkidle');
    const texts = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) =>
          frame
            .locator('body')
            .textContent()
            .catch(() => ''),
        ),
    );
    expect(texts.join('')).not.toContain('Let this program act for you?');
    framing.close();
  });

  it('is told what is wrong with a request, and goes nowhere by itself', async () => {
    const foreign = 'https://agent.example/callback';
    const client = await register([foreign]);
    await page.goto(asks(client, { redirect_uri: 'https://evil.example/' }));
    expect(await page.getByRole('alert').textContent()).toContain('not one that this program has registered');
    expect(await faultsOf(page, 'unknown redirect')).toEqual([]);
    await page.goto(asks(client, { redirect_uri: foreign, code_challenge_method: 'plain' }));
    expect(await page.locator('.host').textContent()).toBe('agent.example');
    expect(await page.getByRole('link', { name: 'Return there' }).getAttribute('href')).toContain('error=invalid_request');
    expect(await faultsOf(page, 'cannot be connected')).toEqual([]);
  });

  /** The scenarios of the protocol's own suite for authorization servers, with a person who allows what it asks for. */
  it('is sent here by the conformance suite, which finds everything in order', async () => {
    const port = await freePort();
    const client = await register([`http://127.0.0.1:${port}/callback`]);
    const results = join(newsroom.directory, `authorization-${port}`);
    const settings = ['--url', newsroom.url, '--client-id', client, '--port', String(port), '--resource', `${newsroom.url}/api/mcp`];
    const running = spawn(process.execPath, [SUITE, 'authorization', ...settings, '--output-dir', results]);
    let printed = '';
    running.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    running.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const ended = new Promise<number | null>((done) => running.once('exit', done));
    await expect.poll(() => /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(printed)?.[0], { timeout: 20_000 }).toBeDefined();
    await page.goto(/https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(printed)?.[0] ?? '');
    await signIn();
    await button('Allow').click();
    expect([await ended, checksIn(results)]).toEqual([
      0,
      ['authorization-code-grant SUCCESS', 'authorization-server-metadata SUCCESS', 'authorization-server-metadata-cimd SUCCESS'],
    ]);
  });
});

/** The checks of the suite, with how each ended. */
function checksIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('checks.json'));
  const checks = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { id: string; status: string }[]);
  return checks.map(({ id, status }) => `${id} ${status}`).toSorted();
}
