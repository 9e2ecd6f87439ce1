import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../../../packages/ui/test/browser/start-chromium.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';
import { type Visit, visitDesk } from './desk-visit.ts';
import { faultsOf } from './look.ts';

const CHROMIUM = await findChromium();
const STORY_MS = 120_000;

/** Red on the left and blue on the right, with a green circle at the right edge. */
async function drawing(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="800" height="1200" fill="#c0392b"/><rect x="800" width="800" height="1200" fill="#2c3e90"/><circle cx="1400" cy="300" r="120" fill="#27ae60"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

describe.skipIf(CHROMIUM === undefined)('the pictures of a piece in Chromium', () => {
  let newsroom: NewsroomProcess;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let token = '';
  let assetId = '';
  let pieceId = '';

  beforeAll(async () => {
    [newsroom, browser] = await Promise.all([startNewsroom({ NEWSROOM_SEED: 'none' }), startChromium(CHROMIUM ?? '')]);
    token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await drawing())], { type: 'image/jpeg' }), 'mill.jpg');
    form.set('altText', 'A mill');
    assetId = (await ask('POST', 'assets/upload', form)).id;
    const body = `It stands.\n\n![A mill](/api/v1/assets/${assetId}/file)\n\nStill.`;
    pieceId = (await ask('POST', 'articles', { title: 'The mill', slug: 'the-mill', body, thumbnailAssetId: assetId })).id;
    await ask('POST', `contents/${pieceId}/assets`, { assetId, relationship: 'inline' });
    await ask('POST', `contents/${pieceId}/publish`, {});
    visit = await visitDesk(newsroom, browser, 'ada@example.com', 'editor');
    ({ page } = visit);
  });
  afterAll(async () => {
    await browser?.close();
    await newsroom?.dispose();
  });

  async function ask(method: string, path: string, body: object | FormData): Promise<{ readonly id: string }> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${newsroom.url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    expect([path, response.ok]).toEqual([path, true]);
    return (await response.json()) as { readonly id: string };
  }

  const dialog = () => page.getByRole('dialog');
  const slider = (name: string) => dialog().getByRole('slider', { name });
  const readersPage = async (): Promise<string> => (await fetch(`${newsroom.url}/articles/the-mill`)).text();
  const open = async (): Promise<void> => {
    await page.goto(`${newsroom.url}/desk/pieces/${pieceId}`);
    await page.getByRole('button', { name: 'Crop and caption of mill.jpg' }).click();
    await slider('Focal point').waitFor();
  };

  it(
    'are cropped with the keyboard, and readers see the part after it was published',
    async () => {
      await open();
      expect(await faultsOf(page, 'cropping a picture')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await slider('Left edge').focus();
      for (let press = 0; press < 5; press += 1) await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      expect(await slider('Left edge').getAttribute('aria-valuetext')).toBe('50 %');
      await slider('Focal point').focus();
      for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowUp']) await page.keyboard.press(key);
      expect(await slider('Focal point').getAttribute('aria-valuetext')).toBe('80 % from the left, 40 % from the top');
      await page.keyboard.press('Control+z');
      expect(await slider('Focal point').getAttribute('aria-valuetext')).toBe('80 % from the left, 50 % from the top');
      await page.keyboard.press('Control+Shift+z');
      await dialog().getByLabel('Caption').fill('The mill in spring.');
      await dialog().getByLabel('Credit').fill('Ada Okoye');
      expect(await faultsOf(page, 'a cropped picture')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      const before = await readersPage();
      await dialog().getByRole('button', { name: 'Save picture' }).click();
      await dialog().waitFor({ state: 'detached' });

      // Readers have what was published; the desk says so.
      expect(await readersPage()).toBe(before);
      await page.getByText('Changed since the publication, and not shown to readers yet: pictures.').first().waitFor();
      expect(await faultsOf(page, 'a picture changed since the publication')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: 'Publish again…' }).click();
      await dialog()
        .getByRole('button', { name: /^(?:Publish|Update)/ })
        .click();
      await dialog().waitFor({ state: 'detached' });
      const after = await readersPage();
      expect(after).toContain(`/api/v1/assets/${assetId}/file?width=640&amp;crop=800,0,800,1200 640w`);
      expect(after).toContain('The mill in spring.');
      expect(after).toContain('<cite>Ada Okoye</cite>');
      // The captions in the text are signed too.
      expect(newsroom.run('verify', `${newsroom.url}/articles/the-mill`).stdout).toContain(
        'The page shows the title and the text that were signed.',
      );
      const shown = await fetch(`${newsroom.url}/api/v1/assets/${assetId}/file?width=640&crop=800,0,800,1200`);
      const { data, info } = await sharp(Buffer.from(await shown.arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([640, 960]);
      // The red half is cut off.
      expect(data[0]).toBeLessThan(data[2] ?? 0);

      // Afterwards a further change is told again.
      await open();
      await slider('Right edge').focus();
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('Tab');
      await dialog().getByLabel('Credit').press('Enter');
      await dialog().waitFor({ state: 'detached' });
      await page.getByText('Changed since the publication, and not shown to readers yet: pictures.').first().waitFor();
      expect(visit.incidents()).toEqual([]);
    },
    STORY_MS,
  );

  it(
    'are cropped by dragging, from the picture in the text',
    async () => {
      await page.goto(`${newsroom.url}/desk/pieces/${pieceId}`);
      await page.getByRole('button', { name: 'Crop, focal point, credit…' }).click();
      const edge = slider('Bottom edge');
      await edge.waitFor();
      const box = await edge.boundingBox();
      const stage = await dialog().locator('.colo-crop').boundingBox();
      if (box === null || stage === null) throw new Error('The edge is not shown.');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - stage.height / 2, { steps: 5 });
      await page.mouse.up();
      expect(await edge.getAttribute('aria-valuetext')).toBe('50 %');
      // A drag is one step.
      await dialog().getByRole('button', { name: 'Undo', exact: true }).click();
      expect(await edge.getAttribute('aria-valuetext')).toBe('100 %');
      await page.mouse.click(stage.x + stage.width * 0.75, stage.y + stage.height * 0.2);
      expect(await slider('Focal point').getAttribute('aria-valuetext')).toMatch(/^7[45] % from the left, (?:19|20) % from the top$/);
      await dialog().getByRole('button', { name: '1:1' }).click();
      expect(await slider('Left edge').getAttribute('aria-valuetext')).not.toBe('0 %');
      await dialog().getByRole('button', { name: 'Whole picture' }).click();
      expect(await slider('Left edge').getAttribute('aria-valuetext')).toBe('0 %');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      expect(visit.incidents()).toEqual([]);
    },
    STORY_MS,
  );
});
