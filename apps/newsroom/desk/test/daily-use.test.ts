import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { fillNewsroom } from './fill-newsroom.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();
/** More than four pages of the list. */
const MANY = 450;

interface Piece {
  readonly id: string;
}

describe.skipIf(CHROMIUM === undefined)('the desk in daily use in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let token: string;
  let ownPieceId: string;

  const api = async <Value = Piece>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Value> => {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as Value;
  };
  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    ({ ownPieceId } = await fillNewsroom(newsroom));
    token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'test').stdout.trim();
    visit = await visitDesk(newsroom, browser, 'ada@example.com', 'editor');
    ({ page } = visit);
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });
  const wide = () => page.setViewportSize({ width: 1280, height: 800 });

  it('begins a piece with its author, which is no input yet', async () => {
    await page.goto(`${newsroom.url}/desk/pieces/new`);
    await page.locator('[data-part=authors] .colo-token', { hasText: 'Ada Okoye' }).waitFor();
    expect(await page.locator('[data-save-state]').getAttribute('data-save-state')).toBe('clean');
    expect(await page.locator('[data-save-state]').innerText()).not.toContain('Unsaved');
    await page.goto(`${newsroom.url}/desk/pieces`);
    expect(await page.getByText('kept on this device').count()).toBe(0);
  });

  it('completes the name of a colleague by Enter, for editors too', async () => {
    const other = await visitDesk(newsroom, browser, 'grace@example.com', 'editor');
    await page.goto(`${newsroom.url}/desk/pieces/new`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Written by Ada');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/desk\/pieces\/[0-9a-f-]{36}$/);
    await other.page.goto(page.url());
    const names = other.page.waitForResponse((response) => response.url().includes('limit=100'));
    await other.page.getByRole('tab', { name: /^Talk/ }).click();
    const box = other.page.getByRole('textbox', { name: /comment/i }).last();
    await names.catch(() => undefined);
    await box.click();
    await box.pressSequentially('@Ad');
    await other.page.getByRole('option', { name: 'Ada Okoye' }).first().waitFor();
    await other.page.keyboard.press('Enter');
    expect(await box.inputValue()).toBe('@Ada Okoye ');
    await other.context.close();
  });

  it('follows who edits for those who may see it, and for nobody else', async () => {
    const follow = async (id: string, headers: Record<string, string>) =>
      (await fetch(`${newsroom.url}/api/v1/contents/${id}/editors/events`, { headers, signal: AbortSignal.timeout(10_000) })).status;
    const as = { Authorization: `Bearer ${token}` };
    expect(await follow(ownPieceId, as)).toBe(200);
    expect(await follow('0198f2f0-0000-7000-8000-000000000000', as)).toBe(404);
    // A draft is not there for strangers; of a published piece they are not told who writes.
    expect(await follow(ownPieceId, {})).toBe(404);
    const [published] = (await api<{ items: Piece[] }>('/contents?status=published&limit=1')).items;
    expect(await follow(published?.id ?? '', {})).toBe(401);
  });

  it('opens versions on a difference', async () => {
    await api(`/contents/${ownPieceId}`, { body: 'It was changed by the desk.' }, 'PATCH');
    await api(`/contents/${ownPieceId}/versions`, { kind: 'manual', summary: 'As it is' });
    await api(`/contents/${ownPieceId}`, { body: 'It was changed by the desk, and again.' }, 'PATCH');
    await api(`/contents/${ownPieceId}/versions`, { kind: 'manual', summary: 'As it is now' });
    await page.goto(`${newsroom.url}/desk/pieces/${ownPieceId}/versions`);
    await page.locator('.desk-difference ins').filter({ hasText: 'and again' }).first().waitFor();
    expect(await page.getByText('No differences.').count()).toBe(0);
  });

  it('shows all of a card where no list shows the same', async () => {
    const cited = await api('/contents', { type: 'article', title: 'What is cited' });
    await api(`/contents/${cited.id}/versions`, { kind: 'manual', summary: 'One' });
    for (let number = 0; number < 7; number += 1) {
      const { id } = await api('/contents', { type: 'note', title: `Citing ${number}` });
      await api(`/contents/${id}/references`, { targetId: cited.id, targetVersion: 1 });
    }
    await api(`/contents/${cited.id}`, { body: 'Changed.' }, 'PATCH');
    await api(`/contents/${cited.id}/versions`, { kind: 'manual', summary: 'Two' });
    await page.goto(`${newsroom.url}/desk`);
    const card = page.locator('.desk-card', { hasText: 'Cited sources changed' });
    await card.getByRole('button', { name: /^View all/ }).click();
    await expect.poll(() => card.getByRole('listitem').count()).toBe(7);
    expect(await faultsOf(page, 'dashboard with all')).toEqual([]);
    await wide();
    // The others lead to a list with their filter.
    await page.getByRole('link', { name: /^View all.*My drafts/ }).click();
    await page.waitForURL(/status=draft/);
    expect(new URL(page.url()).searchParams.get('mine')).toBe('true');
  });

  it('finds in the text, in its own dress', async () => {
    await page.goto(`${newsroom.url}/desk/pieces/${ownPieceId}`);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+f');
    await page.locator('.cm-search').waitFor();
    const font = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).fontFamily);
    expect(await font('.cm-search .cm-textfield')).toBe(await font('.colo-root'));
    expect(await faultsOf(page, 'find')).toEqual([]);
    await wide();
    await page.keyboard.type('again');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('again');
  });

  it('shows a status as a label, in one line on a phone', async () => {
    await page.goto(`${newsroom.url}/desk/pieces/${ownPieceId}/governance`);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.locator('.colo-tray button').first().click();
    const status = page.locator('.colo-gov-name .colo-label').first();
    await status.waitFor();
    const lines = await status.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    // What the schedule does next is as quiet as the state of saving beside it.
    const { id } = (await api<{ items: Piece[] }>(`/contents?title=${encodeURIComponent('The bazaar')}`)).items[0] ?? { id: '' };
    await page.goto(`${newsroom.url}/desk/pieces/${id}`);
    const size = (text: RegExp) =>
      page
        .locator('.colo-editor-state span')
        .filter({ hasText: text })
        .first()
        .evaluate((element) => getComputedStyle(element).fontSize);
    expect(await size(/^publishes/)).toBe(await size(/^No changes/));
    expect(await faultsOf(page, 'scheduled piece on a phone')).toEqual([]);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await faultsOf(page, 'status on a phone')).toEqual([]);
    await wide();
  });

  it('says in words what the audit log holds', async () => {
    const admin = await visitDesk(newsroom, browser, 'root@example.com', 'admin');
    await admin.page.goto(`${newsroom.url}/desk/audit`);
    await admin.page
      .getByText(/changed the piece “The ferry”/)
      .first()
      .waitFor();
    expect(await faultsOf(admin.page, 'audit in words')).toEqual([]);
    await admin.context.close();
  });

  it('jumps to the end of a long list without loading what lies between, and sums up what is refused', async () => {
    for (let from = 0; from < MANY; from += 25)
      await Promise.all(
        Array.from({ length: 25 }, (_, index) => api('/contents', { type: 'article', title: `Long list ${from + index}` })),
      );
    await page.goto(`${newsroom.url}/desk/pieces`);
    await page.getByRole('gridcell').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/contents') && url.searchParams.get('limit') === '100') asked.push(url.search);
    });
    await page.getByRole('rowheader').first().click();
    await page.getByRole('rowheader').first().focus();
    await page.keyboard.press('Control+End');
    const focusedRow = () =>
      page.evaluate(() => {
        const row = document.activeElement?.closest('[data-row]');
        return [row?.getAttribute('data-row'), row?.hasAttribute('aria-busy')];
      });
    const count = Number((await page.getByRole('grid').getAttribute('aria-rowcount')) ?? 0) - 1;
    expect(count).toBeGreaterThan(MANY);
    await expect.poll(focusedRow).toEqual([String(count - 1), false]);
    expect(asked.length).toBeLessThanOrEqual(2);
    page.removeAllListeners('request');

    await page.goto(`${newsroom.url}/desk/pieces?q=list`);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    const status = page.getByRole('combobox', { name: 'Set status' });
    await status.selectOption('published');
    await page.getByRole('button', { name: 'Set status' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: /Publish/ })
      .click();
    await page.locator('.colo-list-report').waitFor();
    expect(await page.locator('.colo-list-report li').count()).toBeLessThan(20);
    await page
      .getByText(/and \d+ more/)
      .first()
      .waitFor();
    expect(await faultsOf(page, 'bulk refusals')).toEqual([]);
    expect(visit.incidents()).toEqual([]);
  }, 120_000);
});
