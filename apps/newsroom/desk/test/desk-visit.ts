import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { NewsroomProcess } from '../../src/testing/newsroom-process.ts';

const PASSWORD = 'a password of some length';

/** Somebody at a browser who is signed in, and what happened there that should not. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Requests to other hosts, breaches of the policy, errors and dialogs, since the last call. */
  incidents(): readonly string[];
}

/** Makes an account, of a tenant if one is given, and signs it in with a browser of its own. */
export async function visitDesk(newsroom: NewsroomProcess, browser: Browser, email: string, role: string, tenant?: string): Promise<Visit> {
  const of = tenant === undefined ? [] : ['--tenant', tenant];
  const { stdout } = newsroom.run('user', 'create', '--email', email, '--name', 'Ada Okoye', '--role', role, ...of);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(stdout.trim());
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/account');
  let incidents: string[] = [];
  const own = new URL(newsroom.url).host;
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.host !== own) incidents.push(`asked ${url.host}`);
  });
  page.on('pageerror', (error) => incidents.push(`error: ${error.message}`));
  // What breaks the policy is told there too.
  page.on('console', (message) => {
    if (message.type() === 'error') incidents.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    context,
    page,
    incidents() {
      const told = incidents;
      incidents = [];
      return told;
    },
  };
}

/** Signs in on the page where Newsroom asks for it. */
export async function signIn(page: Page, email = 'ada@example.com'): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/desk/signed-in');
}
