import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();

/** An editor of one publisher at the desk, beside another publisher and a vocabulary that both share. */
describe.skipIf(CHROMIUM === undefined)('the tags of a publisher at the desk in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  const tokens: Record<'gazette' | 'courier' | 'all', string> = { gazette: '', courier: '', all: '' };

  const api = async <Value = unknown>(as: keyof typeof tokens, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${tokens[as]}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Value;
  };
  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    for (const slug of ['gazette', 'courier'] as const) {
      newsroom.run('tenant', 'create', slug);
      tokens[slug] = newsroom.run('token', 'create', '--role', 'admin', '--tenant', slug, '--name', slug).stdout.trim();
    }
    tokens.all = newsroom.run('token', 'create', '--role', 'admin', '--name', 'all').stdout.trim();
    await api('all', '/tags', { slug: 'town', name: 'Town', description: 'Of all publishers.' });
    await api('all', '/tags/town/aliases', { alias: 'Stadt', language: 'de' });
    for (const of of ['gazette', 'courier'] as const) {
      await api(of, '/tags', { slug: 'harbour', name: `Harbour (${of})` });
      await api(of, '/contents', { type: 'article', title: `News of the ${of}`, tags: ['harbour'] });
    }
    visit = await visitDesk(newsroom, browser, 'ada@example.com', 'admin', 'gazette');
    ({ page } = visit);
    await page.goto(`${newsroom.url}/desk/tags`);
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });

  const tree = () => page.getByRole('tree', { name: 'Tags' });
  const tag = (name: string | RegExp) => tree().getByRole('treeitem', { name });

  it('are listed with the global ones, which are marked, and without those of others', async () => {
    await tag(/^Harbour/).waitFor();
    expect((await tree().getByRole('treeitem').allInnerTexts()).map((text) => text.trim().replace(/\s+/g, ' '))).toEqual([
      'Harbour (gazette)',
      'Town global, read only',
    ]);
    expect(await page.content()).not.toContain('courier');
    expect(await page.getByText('you can use them, but not change them').count()).toBe(1);
  });

  it('leave a global one as it is: it is read, and nothing changes it', async () => {
    await tag(/^Town/).click();
    const detail = page.getByRole('region', { name: 'Town' });
    await detail.getByText('Of all publishers.').waitFor();
    await detail.getByText('Stadt').waitFor();
    expect(await detail.getByText('A global tag, shared by all publishers.').count()).toBe(1);
    expect(await detail.getByRole('button').count()).toBe(0);
    expect(await detail.getByRole('textbox').count()).toBe(0);
    // Nor do the keys of the tree.
    await page.keyboard.press('m');
    await page.keyboard.press('Alt+ArrowRight');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await api('all', '/tags/town')).toMatchObject({ parent_slug: null, rev: 1 });
    expect(await faultsOf(page, 'tags of a tenant: a global one')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('are made, below a global one too, renamed and merged by their editors', async () => {
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Port');
    await page.getByRole('button', { name: 'Create tag' }).click();
    await tag('Port').waitFor();
    expect(await api('gazette', '/tags/port')).toMatchObject({ name: 'Port', parent_slug: 'town' });
    // The same slug is free for the other publisher.
    await api('courier', '/tags', { slug: 'port', name: 'Port (courier)' });

    const own = page.getByRole('region', { name: 'Port' });
    await own.getByRole('textbox', { name: 'Name' }).fill('Old port');
    await own.getByRole('button', { name: 'Save' }).click();
    await tag('Old port').waitFor();
    expect(await api('courier', '/tags/port')).toMatchObject({ name: 'Port (courier)' });

    await tag(/^Harbour/).click();
    await page
      .getByRole('region', { name: /^Harbour/ })
      .getByRole('button', { name: 'Merge…' })
      .click();
    const dialog = page.getByRole('dialog');
    const into = dialog.getByRole('combobox', { name: 'Merge into' });
    // A global tag would be changed by it.
    expect((await into.locator('option').allInnerTexts()).map((text) => text.trim())).toEqual(['Choose…', 'Old port']);
    await into.selectOption({ label: 'Old port' });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await tag(/^Harbour/).waitFor({ state: 'hidden' });
    expect((await api<{ items: { tags: string[] }[] }>('gazette', '/contents')).items.map(({ tags }) => tags)).toEqual([['port']]);
    expect((await api<{ items: { tags: string[] }[] }>('courier', '/contents')).items.map(({ tags }) => tags)).toEqual([['harbour']]);
    expect(await faultsOf(page, 'tags of a tenant')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(visit.incidents()).toEqual([]);
  });
});
