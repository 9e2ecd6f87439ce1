import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { faultsOf } from '../testing/look-at-page.ts';
import { type NewsroomProcess, startNewsroom } from '../testing/newsroom-process.ts';

const CHROMIUM = await findChromium();

describe.skipIf(CHROMIUM === undefined)('in Chromium, the search of readers', () => {
  let newsroom: NewsroomProcess;
  let chromium: Browser;
  let token = '';
  const api = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Connection: 'close' };
    const response = await fetch(`${newsroom.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(201);
    return (await response.json()) as Record<string, unknown>;
  };
  const publish = async (values: object): Promise<string> => String((await api('/articles', { status: 'published', ...values }))['id']);

  beforeAll(async () => {
    [newsroom, chromium] = await Promise.all([
      startNewsroom({ NEWSROOM_SEED: 'none', NEWSROOM_RELATED: 'on' }),
      startChromium(CHROMIUM ?? ''),
    ]);
    token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    await publish({ title: 'Wohnungen in der Stadt', body: 'Die **Häuser** der Stadt haben viele Wohnungen.', language: 'de' });
    await publish({ title: 'المكتبة الجديدة', body: 'فتحت المكتبة أبوابها، وفيها كتاب لكل قارئ.', language: 'ar' });
    const id = await publish({
      title: 'Accessibility of forms',
      body: 'Forms need <script>alert("accessibility")</script> care.',
      language: 'en',
    });
    await api(`/contents/${id}/corrections`, { type: 'retraction', summary: 'It did not.' });
    expect(newsroom.run('search', 'fill').stdout).toMatch(/^Read the words of \d+ texts\.$/m);
  });
  afterAll(async () => {
    await chromium?.close();
    await newsroom?.dispose();
  });

  /** Reaches the search field by keyboard alone, and searches. */
  async function search(words: string): Promise<Page> {
    const page = await (await chromium.newContext()).newPage();
    await page.goto(newsroom.url);
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      if ((await page.locator('input[name=q]:focus').count()) > 0) break;
    }
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?/);
    return page;
  }

  it.each([
    ['German, of a mistyped word', 'Wohnnungen', 'Wohnungen in der Stadt', 'Wohnungen'],
    ['German, of the singular of a plural with umlaut', 'Haus', 'Wohnungen in der Stadt', 'Häuser'],
    ['Arabic, of a word with an article', 'الكتاب', 'المكتبة الجديدة', 'كتاب'],
  ])('finds a piece in %s, and shows where it has it', async (_, words, title, marked) => {
    const page = await search(words);
    await page.getByRole('link', { name: title }).first().waitFor({ timeout: 10_000 });
    expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
    expect(await page.locator('mark').allTextContents()).toContain(marked);
    expect(await faultsOf(page, `search for ${words}`)).toEqual([]);
    await page.context().close();
  });

  it('says which words it looked for instead, that a piece was retracted, and searches the words as typed if asked', async () => {
    const page = await search('accessability');
    await page.getByText('Showing results for accessibility').waitFor();
    await page.getByRole('heading', { name: /Retracted.*Accessibility of forms/ }).waitFor();
    expect(await page.content()).not.toContain('alert(');
    await page.getByRole('link', { name: 'Search for accessability instead' }).press('Enter');
    await page.getByText('No results.').waitFor();
    await page.context().close();
  });

  it('shows pieces like the one that is read, and none beside one that is like no other', async () => {
    await publish({ title: 'Ferries of the strait', body: 'They wait for the tide.', language: 'en' });
    await publish({ title: 'Tide tables', body: 'Every ferry of the strait needs them.', language: 'en' });
    const page = await (await chromium.newContext()).newPage();
    await page.goto(`${newsroom.url}/articles/ferries-of-the-strait`);
    await page.getByRole('region', { name: 'Related' }).getByRole('link', { name: 'Tide tables' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Tide tables' }).waitFor();
    expect(await page.getByRole('region', { name: 'Related' }).getByRole('link').allInnerTexts()).toEqual(['Ferries of the strait']);
    expect(await faultsOf(page, 'related pieces')).toEqual([]);
    await page.goto(`${newsroom.url}/articles/wohnungen-in-der-stadt`);
    expect(await page.getByRole('region', { name: 'Related' }).count()).toBe(0);
    await page.context().close();
  });
});
