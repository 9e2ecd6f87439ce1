import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { faultsOf } from '../testing/look-at-page.ts';
import { type NewsroomProcess, startNewsroom } from '../testing/newsroom-process.ts';

const CHROMIUM = await findChromium();

describe.skipIf(CHROMIUM === undefined)('in Chromium, the form for contributions', () => {
  let newsroom: NewsroomProcess;
  let chromium: Browser;
  beforeAll(async () => {
    [newsroom, chromium] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'demo' }), startChromium(CHROMIUM ?? '')]);
  });
  afterAll(async () => {
    await chromium?.close();
    await newsroom?.dispose();
  });

  it('looks like the other pages of readers, and after a mistake has what was typed', async () => {
    const page = await (await chromium.newContext()).newPage();
    await page.goto(`${newsroom.url}/contribute`);
    const types = page.locator('.page-form a');
    if ((await types.count()) > 0) await types.first().click();
    expect(await faultsOf(page, 'contribute')).toEqual([]);
    await page.getByRole('link', { name: 'Corrections' }).first().waitFor();
    await page.getByLabel('Your e-mail address').fill('ada@localhost');
    await page.getByLabel('Text').fill('What I saw.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Text').inputValue()).toBe('What I saw.');
    expect(await faultsOf(page, 'contribute, refused')).toEqual([]);
    await page.getByLabel('Your e-mail address').fill('ada@example.org');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });
});
