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
    'loses nothing while one is offline, one is killed and a program saves, and publishes what was looked at',
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
      // A second window of the first is killed with words that were not sent.
      const second = await ada.context.newPage();
      await second.goto(`${newsroom.url}/desk/pieces/${id}`);
      await second.locator('.colo-draft-bar [data-draft-kept=true]').waitFor();
      await second.locator('.cm-content', { hasText: 'First words' }).waitFor();
      await second.route('**/draft/updates', (route) => route.abort());
      await second.locator('.cm-content').click();
      await second.keyboard.press('Control+End');
      await second.keyboard.type(' Killed words.');
      await second.locator('[data-draft-kept=false]').waitFor();
      // Kept on the device soon after the key.
      await second.waitForFunction(
        () =>
          new Promise((resolve) => {
            const request = indexedDB.open('colophon-drafts');
            request.onerror = () => resolve(false);
            request.onsuccess = () => {
              const all = request.result.transaction('copies').objectStore('copies').getAll();
              all.onsuccess = () => resolve(all.result.some(({ state }) => new TextDecoder().decode(state).includes('Killed words.')));
            };
          }),
      );
      const session = await ada.context.newCDPSession(second);
      const crashed = second.waitForEvent('crash');
      // It is never answered.
      void session.send('Page.crash').catch(() => undefined);
      await crashed;
      await second.close();
      await open(ada, id);
      await shows(ada.page, 'Killed words.');
      await li.context.setOffline(false);
      await shows(li.page, 'Killed words.');
      await shows(ada.page, 'Offline words.');
      const text = await textOf(ada.page);
      for (const words of ['First words.', 'March 1821', 'Offline words.', 'Killed words.']) expect(text).toContain(words);
      await expect.poll(() => textOf(li.page), { timeout: 15_000 }).toBe(text);

      // What is published is what was looked at, whoever writes on.
      await ada.page.getByRole('button', { name: 'Publish…' }).click();
      const dialog = ada.page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Publish now' }).waitFor();
      await ada.page.getByText('The draft is saved').waitFor();
      await type(li.page, ' Unseen words.');
      await dialog.locator('.colo-notice', { hasText: 'The draft was changed since this dialog was opened.' }).waitFor();
      await dialog.getByRole('button', { name: /^Give verdict/ }).click();
      await dialog.getByRole('button', { name: 'Submit verdict' }).click();
      await dialog.locator('.colo-gov-verdict').filter({ hasText: 'Verdict' }).waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: 'Publish now' }).click();
      await dialog.waitFor({ state: 'detached' });
      const published = await api(`/contents/${id}`);
      expect(published).toMatchObject({ status: 'published', category: 'coast' });
      expect(published['body']).toBe(text.replaceAll('\n\n', '\n'));
      await shows(ada.page, 'Unseen words.');
      await ada.page.getByText('The draft is not saved yet').waitFor();
    },
    STORY_MS,
  );

  it(
    'keeps a new piece private until it is shared',
    async () => {
      const { page } = ada;
      await page.goto(`${newsroom.url}/desk/pieces/new`);
      await page.getByRole('textbox', { name: 'Title' }).fill('A secret');
      await page.getByRole('checkbox', { name: 'Keep it private until I share it' }).check();
      await page.locator('.cm-content').click();
      await page.keyboard.type('Nobody knows.');
      await page.keyboard.press('Control+s');
      await page.getByText('Only you see this draft.').waitFor();
      await page.waitForURL(/\/desk\/pieces\/[0-9a-f-]{36}$/);
      const id = page.url().split('/').at(-1) ?? '';
      await li.page.goto(`${newsroom.url}/desk/pieces/${id}`);
      await li.page.locator('.colo-notice', { hasText: 'This draft is private until the person who began it shares it.' }).waitFor();
      expect(await li.page.getByText('Nobody knows').count()).toBe(0);
      expect(await faultsOf(page, 'a private draft')).toEqual([]);
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
      await page.getByText('Only you see this draft.').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+s');
      await page.locator('[data-save-state=saved]').waitFor();
      await open(li, id);
      await shows(li.page, 'Nobody knows.');
    },
    STORY_MS,
  );
});
