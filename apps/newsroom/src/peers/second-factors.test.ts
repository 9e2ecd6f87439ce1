import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { faultsOf } from '../testing/look-at-page.ts';
import { type NewsroomProcess, startNewsroom } from '../testing/newsroom-process.ts';

const CHROMIUM = await findChromium();
const EMAIL = 'ada@example.com';
const PASSWORD = 'a password of some length';

/** A user at a real browser with a virtual authenticator, from the password alone to passkeys and an app. */
describe.skipIf(CHROMIUM === undefined)('in Chromium, a person with second factors', () => {
  let newsroom: NewsroomProcess;
  let chromium: Browser;
  let context: BrowserContext;
  let page: Page;
  let devtools: CDPSession;
  let authenticatorId: string;
  const problems: string[] = [];

  beforeAll(async () => {
    [newsroom, chromium] = await Promise.all([startNewsroom(), startChromium(CHROMIUM ?? '')]);
    expect(newsroom.run('tenant', 'create', 'gazette', '--name', 'The Gazette').status).toBe(0);
    const link = newsroom.run('user', 'create', '--email', EMAIL, '--name', 'Ada', '--role', 'admin', '--tenant', 'gazette').stdout.trim();
    context = await chromium.newContext();
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // Intended refusals respond with 401, which the console logs too.
      if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text());
    });
    devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options }));
    await page.goto(link);
    await page.getByLabel('New password').fill(PASSWORD);
    await button('Set password').click();
    await page.waitForURL('**/account');
  });
  afterAll(async () => {
    await chromium?.close();
    await newsroom?.dispose();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  async function signOut(): Promise<void> {
    await page.goto(`${newsroom.url}/account`);
    await button('Sign out').click();
    await page.waitForURL('**/sign-in');
  }
  async function usePasskey(): Promise<void> {
    await button('Use a passkey').click();
    await page.waitForURL('**/account');
  }

  it('adds a passkey, and finds the page in good order', async () => {
    await page.goto(`${newsroom.url}/account/passkeys`);
    expect(await faultsOf(page, 'passkeys, none')).toEqual([]);
    await page.getByLabel('Passkey name').fill('This laptop');
    await button('Add a passkey').click();
    await page.getByRole('heading', { name: 'This laptop' }).waitFor();
    expect(await faultsOf(page, 'passkeys, one')).toEqual([]);
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([['localhost', true]]);
  });

  it('signs in with it, without typing anything', async () => {
    await signOut();
    await page.goto(`${newsroom.url}/sign-in`);
    expect(await faultsOf(page, 'sign in, with a passkey')).toEqual([]);
    await usePasskey();
    expect(await page.getByRole('main').textContent()).toContain(EMAIL);
  });

  it('is refused if the device has not verified the user', async () => {
    await signOut();
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await button('Use a passkey').click();
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('No passkey was used.');
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await usePasskey();
  });

  it('is refused when its counter goes back, as that of a copy does', async () => {
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    const [credential] = credentials;
    if (!credential) throw new Error('The authenticator has no passkey.');
    expect(credential.signCount).toBeGreaterThan(1);
    const { credentialId } = credential;
    await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } });
    await signOut();
    await button('Use a passkey').click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('its counter has decreased');
    await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: credential.signCount + 10 } });
    await usePasskey();
  });

  it('names and removes it, without scripts', async () => {
    const plain = await chromium.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
    const still = await plain.newPage();
    await still.goto(`${newsroom.url}/account/passkeys`);
    expect(await still.getByRole('button', { name: 'Add a passkey', exact: true }).count()).toBe(0);
    await still.getByLabel('Name', { exact: true }).fill('The red laptop');
    await still.getByRole('button', { name: 'Rename', exact: true }).click();
    expect(await still.getByRole('heading', { name: 'The red laptop' }).count()).toBe(1);
    await still.getByRole('button', { name: 'Remove The red laptop' }).click();
    expect(await still.getByRole('heading', { level: 2, name: 'The red laptop' }).count()).toBe(0);
    await plain.close();
  });

  it('finds the pages of the authenticator app in good order', async () => {
    await page.goto(`${newsroom.url}/sign-in`);
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await button('Sign in').click();
    await page.goto(`${newsroom.url}/account/second-factor`);
    expect(await faultsOf(page, 'second factor, none')).toEqual([]);
    await button('Set up an authenticator app').click();
    expect(
      await page
        .getByRole('img', { name: /QR code/ })
        .locator('svg')
        .count(),
    ).toBe(1);
    expect(await faultsOf(page, 'second factor, enrolment')).toEqual([]);
    await page.getByLabel('The code that it shows').fill('000000');
    await button('Turn on').click();
    expect(await page.getByRole('alert').textContent()).toContain('not right');
    expect(await faultsOf(page, 'second factor, wrong code')).toEqual([]);
  });

  it('logged no fault of the pages in all of this', () => {
    expect(problems).toEqual([]);
  });
});
