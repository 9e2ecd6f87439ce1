import type { Browser, Seen } from '../../../../packages/identity/src/testing/browser.ts';

const PASSWORD = 'a password of some length';

/** Sets a user's password with the link printed by `newsroom user create`. */
export async function setPassword(browser: Browser, link: string): Promise<void> {
  const { pathname, search } = new URL(link);
  await browser.submit(await browser.open(pathname + search), 'Set password', { password: PASSWORD });
}

/** Approves a login as a user does: signs in if asked, looks up the code, compares it, approves. */
export async function approve(browser: Browser, { email, code, tenant }: { email: string; code: string; tenant?: string }): Promise<Seen> {
  let page = await browser.open(`/terminal-login?code=${code}`);
  if (page.text.includes('type="password"')) page = await browser.submit(page, 'Sign in', { email, password: PASSWORD });
  page = await browser.submit(page, 'Continue');
  if (!page.text.includes(`<p class="code">${code}</p>`)) throw new Error(`The page shows another code than ${code}.`);
  return browser.submit(page, 'Approve', tenant === undefined ? {} : { tenantId: tenantIdOf(page, tenant) });
}

function tenantIdOf(page: Seen, name: string): string {
  const choices = [...page.text.matchAll(/name="tenantId" value="([^"]*)"[^>]*>\s*([^<]*?)\s*</g)];
  const id = choices.find(([, , label]) => label === name)?.[1];
  if (id === undefined) throw new Error(`The page offers no tenant ${name}: ${choices.map(([, , label]) => label).join(', ')}`);
  return id;
}
