import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { faultsOf, type Look } from '../testing/look-at-page.ts';
import { type NewsroomProcess, startNewsroom } from '../testing/newsroom-process.ts';

const CHROMIUM = await findChromium();
const HOSTILE = `<script>window.ran = 1</script>"'><img src=x onerror="window.ran = 1"> ]]> \u202etxet ${'x'.repeat(300)}`;

const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['front', '/'],
  ['article', '/articles/budget-approved-in-a-night-sitting'],
  ['withdrawn', '/articles/ferry-line-4-to-stop-in-january'],
  ['account', '/articles/budget-approved-in-a-night-sitting/how-this-was-made'],
  ['document', '/documents/what-is-technical-debt'],
  ['topics', '/tags'],
  ['topic', '/tags/town'],
  ['corrections', '/corrections'],
  ['search', '/search?q=tide'],
  ['missing', '/articles/none'],
  ['hostile', '/documents/hostile'],
];

describe.skipIf(!CHROMIUM)('the pages of readers in a browser (skipped where there is none)', () => {
  let newsroom: NewsroomProcess;
  let chromium: Browser;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    [newsroom, chromium] = await Promise.all([startNewsroom(), startChromium(CHROMIUM ?? '')]);
    const token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    const send = (path: string, body: object) =>
      fetch(`${newsroom.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const piece = {
      type: 'document',
      slug: 'hostile',
      status: 'published',
      title: HOSTILE,
      description: HOSTILE,
      authors: [HOSTILE.slice(0, 150)],
    };
    const made = await send('contents', { ...piece, body: `${HOSTILE}\n\n| a | b |\n|---|---|\n| ${'wide'.repeat(60)} | b |` });
    const { id } = (await made.json()) as { id: string };
    await send(`contents/${id}/corrections`, { type: 'correction', summary: HOSTILE, note: HOSTILE });
  });
  afterAll(async () => {
    await Promise.all(contexts.map((each) => each.close()));
    await chromium?.close();
    await newsroom?.dispose();
  });

  /** A page that counts its requests and the policy's violations. */
  async function watched(javaScriptEnabled: boolean): Promise<{ page: Page; asked: string[]; faults: string[] }> {
    const context = await chromium.newContext({ javaScriptEnabled });
    contexts.push(context);
    const page = await context.newPage();
    const asked: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => asked.push(`${request.resourceType()} ${request.url()}`));
    page.on('console', (message) => /Content Security Policy|Refused/i.test(message.text()) && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(String(error)));
    return { page, asked, faults };
  }

  it.each([
    ['off', false],
    ['on', true],
  ])('ask for no script and for nothing elsewhere, with scripting %s', async (_what, enabled) => {
    const { page, asked, faults } = await watched(enabled);
    for (const [name, path] of PAGES) {
      asked.length = 0;
      await page.goto(newsroom.url + path, { waitUntil: 'load' });
      expect([name, await page.locator('main').count(), await page.locator('h1').count()]).toEqual([name, 1, 1]);
      expect([name, asked.filter((each) => each.startsWith('script') || !each.includes(newsroom.url))]).toEqual([name, []]);
      const scripts = page.locator('script:not([type="application/ld+json"])');
      expect([name, await scripts.count()]).toEqual([name, 0]);
      if (enabled) expect([name, await page.evaluate('window.ran')]).toEqual([name, undefined]);
    }
    expect(faults).toEqual([]);
  });

  const LIGHT: Look = ['light', 1200];
  const DARK: Look = ['dark', 375];
  const looked = PAGES.map(([name, path], index): [string, string, readonly Look[]] => [
    name,
    path,
    // The three most-read pages are checked in both ways, the others alternately.
    ['front', 'article', 'account'].includes(name) ? [LIGHT, DARK] : [index % 2 === 0 ? LIGHT : DARK],
  ]);
  it.each(looked)('are accessible, in light and dark, wide and narrow: %s', async (name, path, looks) => {
    const { page } = await watched(true);
    await page.goto(newsroom.url + path);
    expect(await faultsOf(page, `readers ${name}`, looks)).toEqual([]);
    await page.context().close();
  });

  it('can be used with the keyboard, and start with a link that skips the navigation', async () => {
    const { page } = await watched(false);
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.goto(newsroom.url);
    await page.keyboard.press('Tab');
    const skip = page.getByText('Skip to content');
    expect(await skip.evaluate((each) => [each === document.activeElement, each.getBoundingClientRect().top >= 0])).toEqual([true, true]);
  });

  it('are printed with corrections and sources, and without what is for the screen', async () => {
    const { page } = await watched(false);
    await page.goto(`${newsroom.url}/articles/budget-approved-in-a-night-sitting`);
    await page.emulateMedia({ media: 'print' });
    const isShown = (selector: string) => page.locator(selector).first().isVisible();
    expect(await Promise.all(['.page-notice', '.page-sources', '.page-made'].map(isShown))).toEqual([true, true, true]);
    expect(await Promise.all(['.page-search', '.page-skip', '.page-tags'].map(isShown))).toEqual([false, false, false]);
  });

  it('sign in a visitor through the address in the terminal, without a script', async () => {
    const { page, faults } = await watched(true);
    await page.goto(newsroom.demoUrl() ?? '');
    expect(
      await faultsOf(page, 'readers demo', [
        ['light', 1200],
        ['dark', 375],
      ]),
    ).toEqual([]);
    await page.getByRole('button', { name: /Ben Adler/ }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/demo'));
    const session = await page.request.get(`${newsroom.url}/api/v1/session`);
    expect(await session.text()).toContain('Ben Adler');
    expect([faults, newsroom.log().includes(new URL(newsroom.demoUrl() ?? '').pathname)]).toEqual([[], false]);
  });
});
