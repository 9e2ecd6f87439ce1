import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();

describe.skipIf(CHROMIUM === undefined)('searching on the desk in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ TRUST_PROXY: 'true' }), startChromium(CHROMIUM ?? '')]);
    visit = await visitDesk(newsroom, browser, 'ada@example.com', 'editor');
    ({ page } = visit);
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });
  const resultsOf = async (query: string): Promise<string[]> => {
    const response = await fetch(`${newsroom.url}/api/v1/contents/search?q=${encodeURIComponent(query)}&relax=false`);
    const { items } = (await response.json()) as { readonly items: readonly { readonly title: string }[] };
    return items.map(({ title }) => title);
  };

  it('declares words that mean the same by keyboard, and readers find by them what they mean', async () => {
    expect(await resultsOf('skipper')).toEqual([]);
    await page.goto(`${newsroom.url}/desk/synonyms`);
    await page.getByRole('button', { name: 'New synonyms' }).focus();
    await page.keyboard.press('Enter');
    const terms = page.getByRole('combobox', { name: 'Terms' }).or(page.getByRole('textbox', { name: 'Terms' }));
    await terms.focus();
    await page.keyboard.type('skipper\n');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByText('at least two terms that differ').first().waitFor();
    await terms.focus();
    await page.keyboard.type('pilots\n');
    expect(await faultsOf(page, 'synonyms form')).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByText('skipper = pilots').waitFor();
    expect(await faultsOf(page, 'synonyms')).toEqual([]);
    expect(await resultsOf('skipper')).toContain('A day with the harbour pilots');
    await page.getByRole('button', { name: 'Edit skipper = pilots' }).click();
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('oneWay');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('skipper → pilots').waitFor();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No synonyms yet.').waitFor();
    expect(await resultsOf('skipper')).toEqual([]);
    // The refusal of a single term.
    expect(visit.incidents()).toEqual([expect.stringContaining('422')]);
  });

  it('tells what readers searched for and did not find', async () => {
    for (let last = 1; last <= 5; last += 1)
      await fetch(`${newsroom.url}/search?q=quetzalcoatlus`, { headers: { 'X-Forwarded-For': `192.0.2.${last}` } });
    // It is stored within seconds.
    await expect
      .poll(
        async () => {
          await page.goto(`${newsroom.url}/desk/synonyms`);
          await page.getByRole('heading', { name: 'Searched and not found' }).waitFor();
          return page.getByText('quetzalcoatlus').count();
        },
        { timeout: 60_000, interval: 2000 },
      )
      .toBe(1);
    expect(await faultsOf(page, 'searched and not found')).toEqual([]);
    await page.getByRole('button', { name: 'New synonyms of quetzalcoatlus' }).click();
    await page.locator('.colo-token', { hasText: 'quetzalcoatlus' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  }, 120_000);

  it('finds contributions by their words in the inbox', async () => {
    await page.goto(`${newsroom.url}/desk/contributions`);
    const rows = page.locator('.colo-inbox-row');
    await rows.first().waitFor();
    const all = await rows.count();
    await page.getByRole('searchbox', { name: 'Search' }).fill('xylophone');
    await page.getByText('No matching contributions.').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await expect.poll(() => rows.count()).toBe(all);
    expect(await faultsOf(page, 'inbox')).toEqual([]);
    expect(visit.incidents()).toEqual([]);
  });
});
