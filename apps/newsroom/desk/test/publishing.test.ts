import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { fillNewsroom } from './fill-newsroom.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();
const STORY_MS = 120_000;
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(CHROMIUM === undefined)('publishing in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ownPieceId: string;

  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    ({ ownPieceId } = await fillNewsroom(newsroom));
    visit = await visitDesk(newsroom, browser, 'ada@example.com', 'editor');
    ({ page } = visit);
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });

  const focused = (): Promise<string> => page.evaluate('document.activeElement.tagName');
  const write = async (title: string, text: string): Promise<void> => {
    await page.goto(`${newsroom.url}/desk/pieces/new`);
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.locator('.cm-content').click();
    await page.keyboard.type(text);
  };
  const dialog = () => page.getByRole('dialog');
  /** The verdict is given where it is asked for. */
  const judge = async (): Promise<void> => {
    await dialog()
      .getByRole('button', { name: /^Give verdict/ })
      .click();
    await dialog().getByRole('button', { name: 'Submit verdict' }).click();
    await dialog().locator('.colo-gov-verdict').filter({ hasText: 'Verdict' }).waitFor({ state: 'detached' });
  };
  const readers = async (): Promise<string> => {
    const href = await page.getByRole('link', { name: 'View on site' }).getAttribute('href');
    return (await fetch(new URL(href ?? '', newsroom.url))).text();
  };

  it(
    'keeps a new piece that cannot be published yet, and names what is missing; its changes are published the same way',
    async () => {
      await write('The lighthouse', 'It was lit in 1821.');
      await page.getByRole('button', { name: 'Publish…' }).click();
      await dialog().getByRole('button', { name: 'Publish now' }).click();
      await dialog().getByText('Not published: 1 requirement is not met.').waitFor();
      await dialog().getByRole('strong').filter({ hasText: 'The desk' }).waitFor();
      expect(await faultsOf(page, 'publishing a new piece')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.waitForURL(/\/desk\/pieces\/[0-9a-f-]{36}$/);
      await judge();
      expect(await focused()).not.toBe('BODY');
      await page.getByText('Ready to publish').waitFor();
      await dialog().getByRole('button', { name: 'Publish now' }).click();
      await dialog().waitFor({ state: 'detached' });
      await page.locator('.colo-editor-head .colo-label', { hasText: 'Published' }).waitFor();
      await expect.poll(focused).not.toBe('BODY');
      expect(await readers()).toContain('lit in 1821');

      // A change of what is published.
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' It still burns.');
      await page.getByText('Your changes are not published yet.').waitFor();
      expect(await page.getByText('Ready to publish').count()).toBe(0);
      expect(await faultsOf(page, 'published piece changed')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press('Control+s');
      await dialog().getByRole('button', { name: 'Publish changes' }).click();
      await dialog().getByText('Not published: 1 requirement is not met.').waitFor();
      expect(await faultsOf(page, 'changes refused')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press('Escape');
      await page.locator('.colo-notice').filter({ hasText: 'Your changes are not published: 1 requirement is not met.' }).waitFor();
      expect(await faultsOf(page, 'changes held')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.locator('.cm-content').innerText()).toContain('It still burns.');
      expect(await readers()).not.toContain('still burns');
      await page.getByRole('button', { name: 'What is missing…' }).click();
      await judge();
      await page.getByText('Your changes meet the requirements.').waitFor();
      expect(await faultsOf(page, 'changes met')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await dialog().getByRole('radio', { name: 'Yes, with a notice' }).check();
      await dialog().getByLabel('Notice to readers').fill('It burns to this day.');
      await dialog().getByRole('button', { name: 'Publish changes' }).click();
      await dialog().waitFor({ state: 'detached' });
      await page
        .locator('[data-save-state]')
        .filter({ hasText: /^Saved/ })
        .waitFor();
      await expect.poll(readers).toContain('still burns');
      await expect.poll(readers).toContain('It burns to this day.');
      await expect.poll(focused).not.toBe('BODY');
      // The refusals of the gate, which the browser tells in its console.
      expect(visit.incidents().filter((each) => !each.includes('422'))).toEqual([]);
    },
    STORY_MS,
  );

  it('lets editors delete their own drafts, and restore them', async () => {
    await write('A draft to delete', 'It is not needed.');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/desk\/pieces\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await page
      .getByRole('alertdialog')
      .or(dialog())
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.waitForURL('**/desk/pieces');
    await page.goto(`${newsroom.url}/desk/trash`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'A draft to delete' })
      .getByRole('button', { name: /^Restore/ })
      .click();
    await page
      .getByRole('link', { name: /A draft to delete/ })
      .or(page.getByRole('link', { name: /Open/ }))
      .first()
      .waitFor();
    // The list of pieces offers what it carries out: the drafts of others it does not.
    await page.goto(`${newsroom.url}/desk/pieces?q=technical+debt`);
    await page.getByRole('button', { name: 'Actions for What is technical debt' }).click();
    await page.getByRole('menu').waitFor();
    expect(await page.getByRole('menuitem', { name: /^Delete/ }).count()).toBe(0);
    expect(visit.incidents()).toEqual([]);
  });

  it('says that a picture that readers see stays attached, and puts it back', async () => {
    const token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'pictures').stdout.trim();
    const post = async (path: string, body: FormData | object): Promise<{ readonly id: string }> => {
      const isForm = body instanceof FormData;
      const headers = { Authorization: `Bearer ${token}`, ...(!isForm && { 'Content-Type': 'application/json' }) };
      const answer = await fetch(`${newsroom.url}/api/v1${path}`, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
      expect([path, answer.ok]).toEqual([path, true]);
      return (await answer.json()) as { readonly id: string };
    };
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'mill.png');
    form.append('altText', 'A mill');
    const { id: assetId } = await post('/assets/upload', form);
    await post(`/contents/${ownPieceId}/assets`, { assetId, relationship: 'inline' });
    await page.route('**/api/v1/contents/*/draft/save', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        json: {
          type: 'urn:colophon:problem:in_use',
          status: 409,
          code: 'in_use',
          detail: `The published piece “The ferry” shows asset ${assetId} in its text.`,
          hint: 'Remove it from the text of the piece first; that passes its gate.',
        },
      }),
    );
    await page.goto(`${newsroom.url}/desk/pieces/${ownPieceId}`);
    await page.getByRole('button', { name: 'Remove mill.png' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('A picture was not removed: readers see it in the published piece.').first().waitFor();
    await page.getByText('Remove it from the text of the piece first').waitFor();
    expect(await faultsOf(page, 'picture in use')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Keep the picture' }).click();
    await page.getByRole('button', { name: 'Remove mill.png' }).waitFor();
    await page.getByText('A picture was not removed').waitFor({ state: 'detached' });
    await page.unrouteAll();
    expect(visit.incidents().filter((each) => !each.includes('409'))).toEqual([]);
  });
});
