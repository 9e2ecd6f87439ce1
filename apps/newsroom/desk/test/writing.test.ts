import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();

const ARABIC = `# اجتماع المجلس

اجتمع **المجلس** يوم _الاثنين_ ووجد \`const money = 12;\` انظر [المحضر](/articles/minutes).

- الطاحونة
- [ ] اسأل العمدة

> لم يعترض أحد.

| البند | الكلفة |
| --- | ---: |
| الطاحونة | 12 |

حاشية[^1]

[^1]: من المحضر.
`;

interface Piece {
  readonly id: string;
  readonly body: string;
}

describe.skipIf(CHROMIUM === undefined)('writing at the desk in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let token: string;

  const api = async (path: string, body?: object): Promise<Piece> => {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Piece;
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const open = async (id: string): Promise<void> => {
    await page.goto(`${newsroom.url}/desk/pieces/${id}`);
    await page.locator('.colo-live .cm-content').waitFor();
  };
  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'test').stdout.trim();
    visit = await visitDesk(newsroom, browser, 'ada@example.com', 'editor');
    ({ page } = visit);
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });

  it('writes a piece with a heading, a list, a table and a footnote by keys alone, and saves the Markdown', async () => {
    await open('new');
    await page.getByRole('textbox', { name: 'Title' }).focus();
    await page.keyboard.type('The council');
    await press("Control+'");
    const choose = async (name: string): Promise<void> => {
      await page.keyboard.type(`/${name}`);
      await page.getByRole('option').first().waitFor();
      await press('Enter');
    };
    await choose('heading');
    await page.keyboard.type('A night sitting');
    await press('Enter', 'Enter');
    await page.keyboard.type('It found the ');
    await press('Control+b');
    await page.keyboard.type('money');
    await press('ArrowRight', 'ArrowRight');
    await page.keyboard.type('.');
    await press('Enter', 'Enter');
    await choose('task');
    await page.keyboard.type('ask the mayor');
    await press('Control+Enter', 'Enter', 'Enter', 'Enter');
    await choose('table');
    await page.getByRole('textbox', { name: 'Head of column 1' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Head of column 1');
    for (const cell of ['Item', 'Cost', 'Mill', '12']) {
      await page.keyboard.type(cell);
      if (cell !== '12') await press('Tab');
    }
    await press('Enter');
    await press('Enter');
    await page.keyboard.type('So it was ');
    await choose('footnote');
    await page.keyboard.type('Said by Ada.');
    expect(await faultsOf(page, 'writing')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await press('Control+s');
    await page.waitForURL(/\/desk\/pieces\/[0-9a-f-]{36}$/);
    const { body } = await api(`/contents/${page.url().split('/').at(-1) ?? ''}`);
    expect(body).toBe(
      '## A night sitting\n\nIt found the **money**.\n\n- [x] ask the mayor\n\n| Item | Cost |\n| --- | --- |\n| Mill | 12 |\n\nSo it was [^1]\n\n[^1]: Said by Ada.\n',
    );
  }, 120_000);

  it('is well in every view of the text, also in Arabic', async () => {
    const { id } = await api('/contents', { type: 'article', title: 'اجتماع', body: ARABIC, language: 'ar' });
    await open(id);
    await page.locator('.colo-live-table').waitFor();
    for (const view of ['Live', 'Source', 'Side by side', 'Preview']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      expect(await faultsOf(page, `text in Arabic, ${view}`)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect((await api(`/contents/${id}`)).body).toBe(ARABIC);
    expect(await page.locator('[data-save-state]').getAttribute('data-save-state')).toBe('clean');
  });

  it('opens the next piece in the view that was chosen last', async () => {
    const { id } = await api('/contents', { type: 'article', title: 'Kept', body: 'It **rained**.' });
    await page.goto(`${newsroom.url}/desk/pieces/${id}`);
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Source', exact: true, pressed: true }).waitFor();
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('.cm-content').innerText()).toBe('It **rained**.');
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.locator('.colo-live').waitFor();
    expect(await page.locator('.cm-content').innerText()).toBe('It rained.');
    expect(visit.incidents()).toEqual([]);
  });
});
