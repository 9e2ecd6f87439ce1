import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { faultsOf } from '../testing/look-at-page.ts';
import { type NewsroomProcess, startNewsroom } from '../testing/newsroom-process.ts';
import { Terminal } from '../testing/terminal.ts';

const CHROMIUM = await findChromium();

const EMAIL = 'ada@example.com';
const PASSWORD = 'a password of some length';

/** A user at a real browser, whose terminal waits. */
describe.skipIf(CHROMIUM === undefined)('in Chromium, a person', () => {
  let newsroom: NewsroomProcess;
  let chromium: Browser;
  let context: BrowserContext;
  let page: Page;
  let passwordLink = '';

  beforeAll(async () => {
    [newsroom, chromium] = await Promise.all([startNewsroom(), startChromium(CHROMIUM ?? '')]);
    for (const [slug, name] of [
      ['gazette', 'The Gazette'],
      ['courier', 'The Courier'],
    ] as const)
      expect(newsroom.run('tenant', 'create', slug, '--name', name).status).toBe(0);
    passwordLink = newsroom
      .run('user', 'create', '--email', EMAIL, '--name', 'Ada', '--role', 'admin', '--tenant', 'gazette')
      .stdout.trim();
    expect(newsroom.run('user', 'role', EMAIL, '--role', 'editor', '--tenant', 'courier').status).toBe(0);
  });
  afterAll(async () => {
    await chromium?.close();
    await newsroom?.dispose();
  });
  beforeEach(async () => {
    context = await chromium.newContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const heading = () => page.getByRole('heading', { level: 1 }).textContent();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  async function signIn(): Promise<void> {
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await button('Sign in').click();
  }

  it('finds the addresses for developers in good order', async () => {
    await page.goto(`${newsroom.url}/developers`);
    expect(await heading()).toBe('For developers');
    expect(await faultsOf(page, 'developers')).toEqual([]);
  });

  it('sets a password with the link from the administrator, which works once', async () => {
    await page.goto(passwordLink);
    expect(await faultsOf(page, 'set password')).toEqual([]);
    await page.getByLabel('New password').fill(PASSWORD);
    await button('Set password').click();
    await page.waitForURL('**/account');
    await page.goto(passwordLink);
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await faultsOf(page, 'dead link')).toEqual([]);
  });

  it('signs in, compares the code, chooses the tenant, approves: the terminal says who is let in', async () => {
    const terminal = new Terminal(newsroom);
    const login = await terminal.login();
    await page.goto(login.url);
    expect(await faultsOf(page, 'sign in')).toEqual([]);
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill('not the password');
    await button('Sign in').click();
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await faultsOf(page, 'sign in, refused')).toEqual([]);
    await signIn();
    expect(await page.getByLabel('Code').inputValue()).toBe(login.code);
    expect(await faultsOf(page, 'terminal login, code from the address')).toEqual([]);
    await button('Continue').click();
    expect(await page.locator('.code').textContent()).toBe(login.code);
    expect(await faultsOf(page, 'terminal login, compare')).toEqual([]);
    await page.getByRole('radio', { name: 'The Courier' }).check();
    await button('Approve').click();
    expect(await heading()).toBe('Approved');
    expect(await faultsOf(page, 'terminal login, approved')).toEqual([]);
    const { code, stdout } = await login.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ user: { email: EMAIL }, tenant: { name: 'The Courier' }, roles: ['editor'] });
  });

  it('denies: the terminal ends with an error and no login', async () => {
    const terminal = new Terminal(newsroom, 'stranger');
    const login = await terminal.login();
    await page.goto(login.url);
    await signIn();
    await button('Continue').click();
    await button('Deny').click();
    expect(await heading()).toBe('Denied');
    expect(await faultsOf(page, 'terminal login, denied')).toEqual([]);
    const { code, stderr } = await login.ended;
    expect(code).toBe(4);
    expect(stderr).toContain('denied');
    expect((await terminal.run('auth', 'status')).code).toBe(4);
  });

  it('needs no scripts for any of it', async () => {
    await context.close();
    context = await chromium.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    const terminal = new Terminal(newsroom, 'plain');
    const login = await terminal.login();
    await page.goto(`${newsroom.url}/terminal-login`);
    await signIn();
    await page.getByLabel('Code').fill(login.code.toLowerCase().replace('-', ' '));
    await button('Continue').click();
    await button('Approve').click();
    expect(await heading()).toBe('Approved');
    expect((await login.ended).code).toBe(0);
    expect((await terminal.run('auth', 'logout')).code).toBe(0);
  });

  it('is informed about an unknown code, and after five of them asked to come back later', async () => {
    await page.goto(`${newsroom.url}/terminal-login`);
    await signIn();
    expect(await faultsOf(page, 'terminal login, no code')).toEqual([]);
    for (let tries = 0; tries < 6; tries += 1) {
      await page.getByLabel('Code').fill('BCDF-GHJK');
      await button('Continue').click();
      if (tries === 0) expect(await faultsOf(page, 'terminal login, unknown code')).toEqual([]);
    }
    expect(await page.getByRole('alert').textContent()).toMatch(/minute/);
    expect(await faultsOf(page, 'terminal login, too many codes')).toEqual([]);
  });

  it('sees browsers and terminals on the account page, and ends a terminal there', async () => {
    await page.goto(`${newsroom.url}/sign-in`);
    await signIn();
    await page.getByLabel('You work in').selectOption({ label: 'The Gazette (admin)' });
    await button('Switch').click();
    expect(await faultsOf(page, 'account')).toEqual([]);
    const terminals = page.getByRole('table').last();
    expect(await terminals.textContent()).toContain('The Courier');
    await terminals.getByRole('button').first().click();
    await new Promise((done) => setTimeout(done, 2_100));
    expect((await new Terminal(newsroom).run('articles', 'list')).code).toBe(4);
  });

  it('invites somebody, who finds a page in good order and is in', async () => {
    await page.goto(`${newsroom.url}/sign-in`);
    await signIn();
    await page.getByLabel('You work in').selectOption({ label: 'The Gazette (admin)' });
    await button('Switch').click();
    await page.getByLabel('E-mail address').fill('grace@example.com');
    await page.getByLabel('Role').selectOption('editor');
    await button('Invite').click();
    const link = (await page.getByRole('status').locator('+ p').textContent()) ?? '';
    expect(await faultsOf(page, 'account, invited')).toEqual([]);
    await context.clearCookies();
    await page.goto(link.trim());
    expect(await faultsOf(page, 'invitation')).toEqual([]);
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('New password').fill(PASSWORD);
    await button('Accept').click();
    await page.waitForURL('**/account');
    expect(await page.getByRole('main').textContent()).toContain('grace@example.com');
  });
});
