import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();
const STORY_MS = 120_000;
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

describe.skipIf(CHROMIUM === undefined)('the portal in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let contributor: Visit;
  let editor: Visit;
  let token: string;

  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'test').stdout.trim();
    await api('/content-contribution-types', {
      key: 'letter',
      label: 'Letters',
      allowFiles: true,
      promotion: { targetContentType: 'article' },
    });
    contributor = await visitDesk(newsroom, browser, 'jo@example.org', 'contributor');
    editor = await visitDesk(newsroom, browser, 'ada@example.com', 'editor');
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });

  const api = async <Value>(path: string, body?: object): Promise<Value> => {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Value;
  };
  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(newsroom.url + path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  };
  const contributions = async (): Promise<readonly Listed[]> => (await api<{ items: Listed[] }>('/content-contributions')).items;

  it(
    'takes a letter with files once, though the first answer is lost, and follows it through changes to the end',
    async () => {
      const { page } = contributor;
      await open(page, '/portal');
      await page.getByRole('button', { name: 'New contribution' }).click();
      await page.getByLabel('Title').fill('The oak in our street');
      await page.getByLabel('Text', { exact: true }).fill('It is to be felled on Monday.');
      await page.locator('input[type=file]').setInputFiles([
        { name: 'oak.png', mimeType: 'image/png', buffer: PNG },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Seen on Monday.') },
      ]);
      // The server does the work, and its answer never arrives.
      let answered = 0;
      await page.route(
        '**/content-contributions/submit',
        async (route) => {
          answered = (await route.fetch()).status();
          await route.abort();
        },
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await page.locator('.colo-notice[data-tone=danger]').waitFor();
      expect(answered).toBe(201);
      expect(await faultsOf(page, 'portal unanswered')).toEqual([]);
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await page.locator('.colo-notice[data-tone=success]').waitFor();
      expect(await faultsOf(page, 'portal submitted')).toEqual([]);
      const [letter, ...more] = await contributions();
      expect([letter, more]).toMatchObject([{ title: 'The oak in our street', status: 'submitted' }, []]);
      const id = letter?.id ?? '';
      expect(await api<{ attachments: unknown[] }>(`/content-contributions/${id}`)).toMatchObject({
        attachments: [{ filename: 'oak.png' }, { filename: 'notes.txt' }],
      });
      // Another one is another one, in the same words too.
      await page.getByRole('button', { name: 'Submit another' }).click();
      await page.getByLabel('Title').fill('The oak in our street');
      await page.getByLabel('Text', { exact: true }).fill('It is to be felled on Monday.');
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await page.locator('.colo-notice[data-tone=success]').waitFor();
      expect(await contributions()).toHaveLength(2);

      // The editor asks for changes.
      const desk = editor.page;
      await open(desk, `/desk/contributions/${id}`);
      await desk.getByRole('button', { name: /Request changes/ }).click();
      await desk.getByRole('textbox', { name: /note|changes/i }).fill('Which street is it?');
      await desk
        .getByRole('button', { name: /Request changes|Send/ })
        .last()
        .click();
      await expect.poll(async () => (await contributions()).find((each) => each.id === id)?.status).toBe('needs_changes');
      expect(await faultsOf(desk, 'inbox changes asked')).toEqual([]);
      expect(await desk.evaluate('document.activeElement.tagName')).not.toBe('BODY');

      // The contributor revises it.
      await open(page, '/portal');
      await page.getByText('Which street is it?').waitFor();
      expect(await faultsOf(page, 'portal changes asked')).toEqual([]);
      await page
        .getByRole('button', { name: /^(Edit|Revise)/ })
        .first()
        .click();
      await page.waitForURL(`**/portal/contributions/${id}`);
      await page.getByText('Which street is it?').waitFor();
      await page.getByLabel('Text', { exact: true }).fill('It is to be felled on Monday, in Mill Street.');
      await page.getByRole('button', { name: 'Resubmit' }).click();
      await expect.poll(async () => (await contributions()).find((each) => each.id === id)?.status).toBe('submitted');
      expect(await faultsOf(page, 'portal revised')).toEqual([]);
      expect(await page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
      // A kept file is one file.
      expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').allTextContents()).toEqual(['oak.png', 'notes.txt']);
      await open(desk, `/desk/contributions/${id}`);
      expect(await faultsOf(desk, 'inbox revised')).toEqual([]);
      await desk.getByRole('region', { name: 'Text' }).filter({ hasText: 'in Mill Street' }).waitFor();
      expect(await desk.getByRole('region', { name: 'Files' }).getByRole('listitem').count()).toBe(2);
      await desk.getByText('Revisions', { exact: true }).click();
      await desk.locator('ins').filter({ hasText: 'Mill Street' }).waitFor();
      expect(await faultsOf(desk, 'inbox revisions')).toEqual([]);

      // And withdraws it.
      await open(page, '/portal');
      await page
        .locator('li')
        .filter({ hasText: 'The oak' })
        .getByRole('button', { name: /^Withdraw/ })
        .last()
        .click();
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }).click();
      await expect.poll(async () => (await contributions()).filter(({ status }) => status === 'withdrawn').length).toBe(1);
      expect(await faultsOf(page, 'portal withdrawn')).toEqual([]);
      expect(await page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
      expect(editor.incidents()).toEqual([]);
      expect(contributor.incidents()).toEqual(['console: Failed to load resource: net::ERR_FAILED']);
    },
    STORY_MS,
  );
});
