import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
import type { Stage } from '../browser/stage.ts';
import { wellCases } from './well.ts';

const told = (page: Page) => page.locator('[data-told]').textContent();
const asked = async (page: Page) =>
  (await page.evaluate(() => document.body.dataset['asked'] ?? '')).split(';\n').filter((each) => each !== '');
const card = (page: Page, name: string) => page.locator('.colo-media-card', { hasText: name });
const names = (page: Page) => page.locator('.colo-media-name').allInnerTexts();

/** The library of files: what it finds, how it is walked, and how a picture gets into a text. */
export function mediaCases(stage: Stage): void {
  wellCases(stage, 'media', {
    otherwise: (page, name) =>
      page
        .locator(/empty|without/.test(name) ? '.colo-media p' : '.colo-media-card')
        .first()
        .waitFor(),
  });

  describe('finding', () => findingCases(stage));
  describe('inserting', () => insertingCases(stage));
}

function findingCases(stage: Stage): void {
  it('searches by words, and shows files without alternative text', async () => {
    const page = await stage.open('media, a library');
    await card(page, 'mill.png').waitFor();
    await page.getByRole('searchbox').fill('bri');
    await card(page, 'mill.png').waitFor({ state: 'detached' });
    expect(await names(page)).toEqual(['bridge.png']);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('No alternative text');
    await card(page, 'mill.png').waitFor({ state: 'detached' });
    expect(await names(page)).toEqual(['bridge.png']);
    await page.getByRole('searchbox').fill('zzz');
    await page.getByText('Nothing matches.').waitFor();
  });

  it('finds the files of a piece, and of pieces with a tag', async () => {
    const page = await stage.open('media, a library');
    await card(page, 'bridge.png').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('In this piece');
    await card(page, 'bridge.png').waitFor({ state: 'detached' });
    expect(await names(page)).toEqual(['mill.png']);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('By tag');
    await card(page, 'bridge.png').waitFor();
    await page.getByRole('combobox', { name: 'Tag of the pieces' }).fill('Flo');
    await page.getByRole('option', { name: 'Floods' }).click();
    await card(page, 'bridge.png').waitFor({ state: 'detached' });
    expect((await asked(page)).filter((each) => each.includes('"floods"'))).toEqual([
      expect.stringMatching(/^\/contents \{"tags":"floods"/),
    ]);
  });

  it('is walked with the arrow keys from one tab stop, and opens with Enter', async () => {
    const page = await stage.open('media, many');
    await card(page, 'picture-0.png').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
    expect(await page.locator('.colo-media-card[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    expect(await told(page)).toBe('opened n2');
    await page.getByRole('button', { name: 'Show more' }).click();
    await card(page, 'picture-29.png').waitFor();
    expect(await page.locator('.colo-media-card').count()).toBe(30);
  });
}

function insertingCases(stage: Stage): void {
  it('shows a chosen picture with its words, credit and uses, and asks for missing words', async () => {
    const page = await stage.open('media, dialog');
    const dialog = page.getByRole('dialog', { name: 'Insert a picture' });
    await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
    await dialog.getByRole('alert').getByText('Choose a picture').waitFor();
    await card(page, 'mill.png').click();
    await dialog.getByText('Credit: Ada Okoye').waitFor();
    await dialog.getByText('Flood at the mill').waitFor();
    expect(await dialog.getByLabel('Alternative text').inputValue()).toBe('What mill.png shows');
    expect(await faultsOf(page, 'media a picture is chosen')).toEqual([]);
    await card(page, 'bridge.png').click();
    await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    await page.keyboard.type('The old bridge');
    await page.keyboard.press('Enter');
    expect(await told(page)).toBe('m2: The old bridge');
  });

  it('is left with Escape, and takes files from the device', async () => {
    const page = await stage.open('media, dialog');
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles([{ name: 'new.png', mimeType: 'image/png', buffer: Buffer.from('x') }]);
    expect(await told(page)).toBe('new.png');
    await stage.open('media, dialog');
    await card(page, 'mill.png').waitFor();
    await page.keyboard.press('Escape');
    expect(await told(page)).toBe('nothing');
  });

  it('puts a picture of the library into the text at the caret, and attaches it', async () => {
    const page = await stage.open('editor, new');
    await page.locator('.cm-content').click();
    await page.keyboard.type('Here: ');
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    await card(page, 'library.png').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Insert', exact: true }).click();
    await page.getByText('Here: ![A shelf](data:image').waitFor();
    await page.keyboard.type(' and on');
    await page.locator('.colo-editor-title textarea').fill('Shelves');
    await page.keyboard.press('Control+s');
    await page.locator('[data-save-state=saved]').waitFor();
    const sent = await page.evaluate(() => document.body.dataset['sent'] ?? '');
    expect(sent).toMatch(/!\[A shelf\]\(data:image[^)]+\) and on/);
    expect(sent).toMatch(/post \/contents\/\{id\}\/assets \{[^}]*"m9"/);
  });
}
