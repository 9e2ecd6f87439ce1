import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';
import { markdownTexts, writtenTexts } from '../support/markdown-texts.ts';
import { wellCases } from './well.ts';

const text = (page: Page) => page.evaluate(() => globalThis.livePage.text());
const caret = (page: Page) => page.evaluate(() => globalThis.livePage.caret());
const place = (page: Page, at: number) => page.evaluate((to) => globalThis.livePage.place(to), at);
const lines = (page: Page) => page.locator('.cm-line').allInnerTexts();

async function openLive(stage: Stage, name = 'live, every construct', options = {}): Promise<Page> {
  const page = await stage.open(name, options);
  await page.locator('.colo-live .cm-content').waitFor();
  return page;
}

/** Puts the caret after some words of the text. */
async function placeAfter(page: Page, words: string): Promise<number> {
  const at = (await text(page)).indexOf(words) + words.length;
  await place(page, at);
  return at;
}

/** The offsets that a key reaches from one to another. */
async function walk(page: Page, key: string, { from, to }: { readonly from: number; readonly to: number }): Promise<number[]> {
  await place(page, from);
  const reached = [from];
  for (let at = from; at !== to;) {
    await page.keyboard.press(key);
    const next = await caret(page);
    if (next === at) break;
    reached.push((at = next));
  }
  return reached;
}

/** The page over the unchanged Markdown. */
export function liveCases(stage: Stage): void {
  wellCases(stage, 'live', { otherwise: (page) => page.locator('.colo-live .cm-content').waitFor() });
  describe('what is seen', () => shownCases(stage));
  describe('the caret', () => caretCases(stage));
  describe('pictures', () => pictureCases(stage));
  describe('the Markdown', () => truthCases(stage));
}

function shownCases(stage: Stage): void {
  it('is a page: no marks, but bullets, boxes, pictures and rules', async () => {
    const page = await openLive(stage);
    const shown = (await lines(page)).join('\n');
    for (const mark of ['**', '~~', '](', '> ', '- [', '\\*', '-----']) expect(shown).not.toContain(mark);
    for (const words of ['The council', 'A night sitting', 'met', '5 * 5', 'the minutes', 'and [sic].']) expect(shown).toContain(words);
    expect(await page.locator('.colo-live-bullet').count()).toBe(3);
    expect(await page.getByRole('checkbox').count()).toBe(2);
    await placeAfter(page, 'indented');
    await page.locator('.colo-live-block-label', { hasText: 'js' }).waitFor();
    expect(await page.getByRole('separator').count()).toBe(1);
  });

  it('is told as a page to those who do not see it', async () => {
    const page = await openLive(stage);
    const told = await page.locator('.cm-content').ariaSnapshot();
    for (const line of [
      'heading "The council" [level=1]',
      'heading "A night sitting" [level=2]',
      'strong: met',
      'emphasis: Monday',
      'link "the minutes"',
      'code: money',
      'checkbox "ask the mayor"',
      'checkbox "count the votes" [checked]',
    ])
      expect(told).toContain(line);
    expect(told).not.toMatch(/\*\*|~~|\]\(/);
  });

  it('keeps code and addresses from left to right in Arabic', async () => {
    const page = await openLive(stage, 'live, Arabic', { direction: 'rtl' });
    for (const part of ['const money = 12;', 'https://example.org/plain'])
      expect(
        await page
          .locator('.colo-live-ltr', { hasText: part })
          .first()
          .evaluate((element) => getComputedStyle(element).direction),
      ).toBe('ltr');
    expect(await page.locator('.colo-live-heading').evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });

  it('shows no address that could run, and loads nothing from elsewhere', async () => {
    const page = await openLive(stage, 'live, hostile');
    expect(await page.locator('.cm-content img[src^="javascript"]').count()).toBe(0);
    expect(await page.locator('[data-href^="javascript"], [title^="javascript"]').count()).toBe(0);
  });
}

function caretCases(stage: Stage): void {
  it('sees the marks of what it touches, and of nothing else', async () => {
    const page = await openLive(stage);
    await placeAfter(page, 'council **me');
    const paragraph = page.locator('.cm-line', { hasText: 'found' });
    expect(await paragraph.innerText()).toContain('**met** on Monday');
    await placeAfter(page, 'on _Mo');
    expect(await paragraph.innerText()).toContain('met on _Monday_');
    await placeAfter(page, '# The cou');
    expect(await page.locator('.cm-line').first().innerText()).toBe('The council');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('.cm-line').first().innerText()).toBe('# The council');
  });

  it('reaches every offset of every construct, both ways', async () => {
    const page = await openLive(stage);
    const all = await text(page);
    const end = all.indexOf('| Item');
    const every = Array.from({ length: end }, (_, at) => at);
    expect(await walk(page, 'ArrowRight', { from: 0, to: end - 1 })).toEqual(every);
    expect(await walk(page, 'ArrowLeft', { from: end - 1, to: 0 })).toEqual(every.toReversed());
  }, 60_000);

  it('goes through every line by the arrows, both ways', async () => {
    const page = await openLive(stage);
    const all = await text(page);
    const lineOf = (at: number) => all.slice(0, at).split('\n').length;
    const end = all.indexOf('| Item') - 1;
    const down = (await walk(page, 'ArrowDown', { from: 0, to: end })).map(lineOf);
    expect([...new Set(down)].filter((line) => line <= lineOf(end))).toEqual(Array.from({ length: lineOf(end) }, (_, index) => index + 1));
    const up = (await walk(page, 'ArrowUp', { from: end, to: 0 })).map(lineOf);
    expect([...new Set(up)]).toEqual(Array.from({ length: lineOf(end) }, (_, index) => lineOf(end) - index));
  });

  it('stays, with the history, when the view is switched', async () => {
    const page = await stage.open('editor');
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.locator('.colo-live .cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('So it was.');
    const at = await caret(page);
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await page.locator('.colo-live').waitFor({ state: 'detached' });
    expect([await caret(page), (await text(page)).slice(-10)]).toEqual([at, 'So it was.']);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+z');
    expect(await text(page)).not.toContain('So it was.');
  });

  it('removes a format where its marks are out of sight, instead of the half of them', async () => {
    const page = await openLive(stage, 'live, marks only in the source');
    await placeAfter(page, 'council **met**');
    await page.keyboard.press('Backspace');
    expect(await text(page)).toContain('council met on');
    await placeAfter(page, '# ');
    await page.keyboard.press('Backspace');
    expect((await text(page)).startsWith('The council\n')).toBe(true);
    expect(await page.getByRole('status').first().innerText()).toContain('Formatting removed.');
  });

  it('ticks a task by the pointer and by a key', async () => {
    const page = await openLive(stage);
    await page.getByRole('checkbox', { name: 'ask the mayor' }).click();
    expect(await text(page)).toContain('- [x] ask the mayor');
    await placeAfter(page, 'count the');
    await page.keyboard.press('Control+Enter');
    expect(await text(page)).toContain('- [ ] count the votes');
  });

  it('lets an input method write beside what is hidden', async () => {
    const page = await openLive(stage);
    const before = await text(page);
    const at = await placeAfter(page, 'council **met** on');
    const session = await page.context().newCDPSession(page);
    for (const part of ['に', 'にほ', '日本'])
      await session.send('Input.imeSetComposition', { text: part, selectionStart: part.length, selectionEnd: part.length });
    await session.send('Input.insertText', { text: '日本' });
    await session.detach();
    expect(await text(page)).toBe(`${before.slice(0, at)}日本${before.slice(at)}`);
  });
}

function pictureCases(stage: Stage): void {
  it('are figures whose caption and description are written below them, by keys alone', async () => {
    const page = await openLive(stage);
    const before = await text(page);
    await place(page, before.indexOf('![A crowd]'));
    await page.locator('.colo-live-figure[data-active]').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('caption');
    await page.keyboard.press('End');
    await page.keyboard.type(' "at" noon');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.type(' [of ten]');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.classList.contains('cm-content'))).toBe(true);
    expect(await text(page)).toBe(
      before
        .replace('"In front of the hall"', String.raw`"In front of the hall \"at\" noon"`)
        .replace('![A crowd]', String.raw`![A crowd \[of ten\]]`),
    );
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await text(page)).not.toContain('noon');
  });

  it('without a description say so', async () => {
    const page = await openLive(stage);
    await placeAfter(page, '![](');
    const field = page.locator('.colo-live-figure[data-undescribed]').getByRole('textbox', { name: 'Alternative text' });
    expect(await field.getAttribute('placeholder')).toBe('No description yet: what does it show?');
  });
}

function truthCases(stage: Stage): void {
  it('is the same byte for byte, whatever is pressed and however it is shown', async () => {
    const page = await openLive(stage);
    const written = writtenTexts();
    expect(written.length).toBeGreaterThan(50);
    const tryAll = (texts: readonly string[]) => page.evaluate((all) => globalThis.livePage.tryTexts(all), texts);
    expect(await tryAll(markdownTexts(1000))).toEqual([]);
    expect(await tryAll(written)).toEqual([]);
    // The texts have pictures of others, which the policy of this page keeps out.
    expect(stage.incidents().filter((each) => !/^asked|^console: Loading the image|^console: Failed to load/.test(each))).toEqual([]);
  }, 120_000);
}
