import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { fillNewsroom } from './fill-newsroom.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();
const STORY_MS = 180_000;

/** What a page keeps on the device of drafts, as text. */
const copiesOf = `new Promise((done, failed) => {
  const opening = indexedDB.open('colophon-drafts', 1);
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const all = opening.result.transaction('copies').objectStore('copies').getAll();
    all.onsuccess = () => done(all.result.map(({ state }) => new TextDecoder().decode(state)).join());
    all.onerror = () => failed(all.error);
  };
})`;

describe.skipIf(CHROMIUM === undefined)('writing together in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let ada: Visit;
  let li: Visit;
  let token: string;

  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    await fillNewsroom(newsroom);
    token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'test').stdout.trim();
    ada = await visitDesk(newsroom, browser, 'ada@example.com', 'editor');
    li = await visitDesk(newsroom, browser, 'li@example.com', 'editor');
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });

  const api = async (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Record<string, unknown>> => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...(method === 'PATCH' && { 'If-Match': '*' }),
    };
    const response = await fetch(`${newsroom.url}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const makePiece = async (title: string, body: string): Promise<string> =>
    String((await api('/contents', { type: 'article', title, body }))['id']);
  const open = async ({ page }: Visit, id: string): Promise<void> => {
    await page.goto(`${newsroom.url}/desk/pieces/${id}`);
    await page.locator('.colo-draft-bar [data-draft-kept=true]').waitFor();
    await page.locator('.cm-content').waitFor();
  };
  const textOf = (page: Page): Promise<string> => page.locator('.cm-content').innerText();
  const shows = async (page: Page, text: string): Promise<void> => {
    await expect.poll(() => textOf(page), { timeout: 15_000 }).toContain(text);
  };
  const type = async (page: Page, text: string, key = 'Control+End'): Promise<void> => {
    await page.locator('.cm-content').click();
    await page.keyboard.press(key);
    await page.keyboard.type(text);
  };

  it(
    'shows who else is here without a poll, and each other’s words, and saves what both wrote',
    async () => {
      const id = await makePiece('The bridge', 'It was built in 1821.');
      await open(ada, id);
      // Nothing that is due later can have told it.
      await ada.page.evaluate(() => {
        globalThis.setInterval = (() => 0) as never;
      });
      await open(li, id);
      await ada.page
        .getByRole('list', { name: 'Also here' })
        .getByRole('button', { name: /Ada Okoye.*in the text/ })
        .waitFor();
      await type(li.page, ' Nobody uses it.');
      await shows(ada.page, 'Nobody uses it.');
      await ada.page.locator('.colo-caret').first().waitFor({ state: 'attached' });
      await type(ada.page, 'Old: ', 'Control+Home');
      await shows(li.page, 'Old: It was built in 1821. Nobody uses it.');
      expect(await faultsOf(ada.page, 'two people in one draft')).toEqual([]);
      await ada.page.setViewportSize({ width: 1280, height: 800 });
      await li.page.keyboard.press('Control+s');
      await li.page.locator('[data-save-state=saved]').waitFor();
      await ada.page.getByText('The draft is saved').waitFor();
      expect((await api(`/contents/${id}`))['body']).toBe('Old: It was built in 1821. Nobody uses it.');
      expect([...ada.incidents(), ...li.incidents()]).toEqual([]);
    },
    STORY_MS,
  );

  it(
    'says that one is offline, while another writes on and a program saves',
    async () => {
      const id = await makePiece('The lighthouse', 'It was lit in 1821.');
      await open(ada, id);
      await open(li, id);
      // One loses the network and writes on.
      await li.context.setOffline(true);
      await type(li.page, ' Offline words.');
      await li.page.locator('.colo-notice', { hasText: 'Offline. What you write is kept on this device' }).waitFor();
      await type(ada.page, 'First words. ', 'Control+Home');
      await api(`/contents/${id}`, { category: 'coast', body: 'It was lit in March 1821.' }, 'PATCH');
      await shows(ada.page, 'First words. It was lit in March 1821.');
      await li.context.setOffline(false);
    },
    STORY_MS,
  );

  it(
    'shows what was written in a page that was killed before it was sent',
    async () => {
      const id = await makePiece('The pier', 'It was built in 1821.');
      await open(ada, id);
      await ada.page.route('**/draft/updates', (route) => route.abort());
      await type(ada.page, ' Words of a page that is killed.');
      await ada.page.locator('.colo-draft-bar [data-draft-kept=false]').waitFor();
      await expect.poll(() => ada.page.evaluate(copiesOf), { timeout: 15_000 }).toContain('Words of a page that is killed.');
      await ada.page.goto('chrome://crash').catch(() => undefined);
      await api(`/contents/${id}`, { category: 'coast', body: 'It was built in March 1821.' }, 'PATCH');
      await open(li, id);
      await type(li.page, 'Now: ', 'Control+Home');
      await shows(li.page, 'Now: It was built in March 1821.');
      const again = await ada.context.newPage();
      await again.goto(`${newsroom.url}/desk/pieces/${id}`);
      await again.locator('.cm-content').waitFor();
      await shows(again, 'It was built in March 1821. Words of a page that is killed.');
      await shows(li.page, 'Now: It was built in March 1821. Words of a page that is killed.');
      await again.close();
    },
    STORY_MS,
  );
});
