import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();

interface Piece {
  readonly id: string;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly category: string | null;
}

describe.skipIf(CHROMIUM === undefined)('the comboboxes of the desk in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let token: string;

  const api = async <Value>(path: string, body?: object): Promise<Value> => {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Value;
  };
  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'test').stdout.trim();
    await api('/tags', { slug: 'harbour', name: 'Harbour' });
    await api('/tags/harbour/aliases', { alias: 'Hafen', language: 'de' });
    await api('/tags', { slug: 'harvest', name: 'Harvest' });
    const other = { type: 'article', title: 'Another piece', tags: ['harbour'], authors: ['Grace Ito'], category: 'news/town' };
    await api('/contents', other);
    await api('/contents', { ...other, title: 'A third piece', tags: [] });
    visit = await visitDesk(newsroom, browser, 'ada@example.com', 'admin');
    ({ page } = visit);
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });

  const suggestions = () => page.getByRole('listbox', { name: 'Suggestions' });
  const options = () => suggestions().getByRole('option').allInnerTexts();
  const chips = () => page.locator('[data-part=tags] .colo-token').allInnerTexts();
  const stored = async (id: string): Promise<Piece> => api(`/contents/${id}`);

  it('find tags by their names and aliases, choose by one Enter, and add nothing half-typed', async () => {
    await page.goto(`${newsroom.url}/desk/pieces/new`);
    await page.getByRole('textbox', { name: 'Title' }).fill('The quay');
    const tags = page.getByRole('combobox', { name: 'Tags' });
    // An alias, as it was found by the server.
    await tags.pressSequentially('hafen');
    await suggestions()
      .getByRole('option', { name: /^Harbour/ })
      .waitFor();
    expect(await tags.getAttribute('aria-expanded')).toBe('true');
    expect(await faultsOf(page, 'tag field open')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Enter');
    expect(await chips()).toEqual(['Harbour\n×']);
    expect(await tags.inputValue()).toBe('');
    // By the keys: the focus stays in the field, and the option is told.
    await tags.pressSequentially('harv');
    await suggestions().getByRole('option', { name: 'Harvest' }).waitFor();
    await page.keyboard.press('ArrowDown');
    const active = await tags.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).innerText()).toBe('Harvest');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    expect([await tags.getAttribute('aria-expanded'), await tags.inputValue()]).toEqual(['false', 'harv']);
    // Half-typed text is not added by leaving, nor lost.
    await page.keyboard.press('Tab');
    expect([await chips(), await tags.inputValue()]).toEqual([['Harbour\n×'], 'harv']);
    await page.getByText('“harv” is not added yet: press Enter.').waitFor();
    await tags.fill('');
    await tags.pressSequentially('harvest');
    await suggestions().getByRole('option', { name: 'Harvest' }).click();
    // A new one says so; one that exists does not, however it is written.
    await tags.pressSequentially('quay');
    await page.keyboard.press('Enter');
    await page.locator('.colo-token', { hasText: 'quay' }).getByText('new').waitFor();
    await tags.pressSequentially('HARBOUR,');
    const said = async () => (await chips()).map((each) => each.replaceAll('\n', ' '));
    await expect.poll(said).toEqual(['Harbour ×', 'Harvest ×', 'quay new ×']);
    expect(await faultsOf(page, 'tag field filled')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });

    const authors = page.getByRole('combobox', { name: 'Authors' });
    await authors.pressSequentially('ito');
    await suggestions().getByRole('option', { name: 'Grace Ito' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const category = page.getByRole('combobox', { name: 'Category' });
    await category.pressSequentially('town');
    await suggestions().getByRole('option', { name: 'news/town' }).click();
    expect(await category.inputValue()).toBe('news/town');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/desk\/pieces\/[0-9a-f-]{36}$/);
    const id = page.url().split('/').at(-1) ?? '';
    const { authors: names, ...piece } = await stored(id);
    expect(piece).toMatchObject({ tags: ['harbour', 'harvest', 'quay'], category: 'news/town' });
    expect(names).toContain('Grace Ito');
    // Opened again, tags have their names.
    await page.reload();
    await page.locator('.colo-token', { hasText: 'Harbour' }).waitFor();
    expect(visit.incidents()).toEqual([]);
  });

  it('find the tag of a bulk action and the type of an assignment', async () => {
    await page.goto(`${newsroom.url}/desk/pieces?q=third`);
    await page.getByRole('checkbox', { name: /A third piece/ }).check();
    const tag = page.getByRole('combobox', { name: /^Add tag/ });
    await tag.pressSequentially('hafen');
    await suggestions()
      .getByRole('option', { name: /^Harbour/ })
      .waitFor();
    expect(await options()).toHaveLength(1);
    expect(await faultsOf(page, 'bulk tag')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await tag.inputValue()).toBe('Harbour');
    await page.keyboard.press('Enter');
    const tagsOf = async () =>
      (await api<{ items: Piece[] }>(`/contents?title=${encodeURIComponent('A third piece')}`)).items.map((each) => each.tags);
    await expect.poll(tagsOf).toEqual([['harbour']]);

    await page.goto(`${newsroom.url}/desk/governance`);
    await page
      .getByRole('button', { name: /assignment/i })
      .first()
      .click();
    const type = page.getByRole('combobox', { name: /type/i }).first();
    await type.pressSequentially('arti');
    await suggestions().getByRole('option', { name: 'article' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await type.inputValue()).toBe('article');
    expect(visit.incidents()).toEqual([]);
  });
});
