import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
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
  describe('what is done', () => changingCases(stage));
  describe('pictures', () => pictureCases(stage));
  describe('tables', () => tableCases(stage));
  describe('footnotes', () => noteCases(stage));
  describe('the menu of blocks', () => slashCases(stage));
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
    const step = (isForward: boolean) =>
      page.evaluate(([forward, last]) => globalThis.livePage.walk(forward, forward ? 0 : last, forward ? last : 0), [
        isForward,
        end - 1,
      ] as const);
    expect(await step(true)).toEqual(every);
    expect(await step(false)).toEqual(every.toReversed());
    // The keys do the same.
    const [from, to] = [all.indexOf('**met'), all.indexOf(' on _Mon')];
    expect(await walk(page, 'ArrowRight', { from, to })).toEqual(every.slice(from, to + 1));
    expect(await walk(page, 'ArrowLeft', { from: to, to: from })).toEqual(every.slice(from, to + 1).toReversed());
  });

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
}

function changingCases(stage: Stage): void {
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

/** Goes to the table of the text. */
async function openTable(stage: Stage, name?: string): Promise<Page> {
  const page = await openLive(stage, name);
  await placeAfter(page, '</aside>');
  await page.locator('.colo-live-table').waitFor();
  return page;
}

const cell = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.className);

function tableCases(stage: Stage): void {
  it('are grids whose cells say what is written, and are walked by Tab and arrows', async () => {
    const page = await openTable(stage);
    expect(await page.locator('.colo-live-cell').allInnerTexts()).toEqual(['Item', 'Cost', 'Mill', '12', 'Bridge | lamps', '**40**']);
    expect(await page.getByRole('columnheader').count()).toBe(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await cell(page)).toBe('Head of column 1');
    for (const key of ['Tab', 'Tab', 'ArrowDown', 'End', 'ArrowRight']) await page.keyboard.press(key);
    expect(await cell(page)).toBe('Cost, row 2');
    for (const key of ['Shift+Tab', 'ArrowUp']) await page.keyboard.press(key);
    expect(await cell(page)).toBe('Item, row 1');
    await page.keyboard.press('Enter');
    expect(await cell(page)).toBe('Item, row 2');
    await page.keyboard.press('ArrowDown');
    const all = await text(page);
    expect([await cell(page), await caret(page)]).toEqual(['Text', all.indexOf('\nA claim')]);
    await page.keyboard.press('ArrowUp');
    expect(await cell(page)).toBe('Item, row 2');
  });

  it('write one cell and nothing else, and are undone like other text', async () => {
    const page = await openTable(stage);
    const before = await text(page);
    await page.locator('.colo-live-cell').nth(2).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' | old ');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    expect(await text(page)).toBe(before.replace('| Mill | 12 |', String.raw`| Mill \| old | 3 |`).replace('| 3 |', '| 123 |'));
    expect(await page.locator('.colo-live-cell').nth(2).innerText()).toBe('Mill | old');
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('Control+z');
    expect(await text(page)).toBe(before);
    expect(await cell(page)).toBe('Cost, row 1');
  });

  it('get rows by Tab, and rows and columns from a menu by keys', async () => {
    const page = await openTable(stage);
    await page.locator('.colo-live-cell').last().click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Dam');
    expect(await text(page)).toContain('| **40** |\n| Dam |  |\n');
    await page.keyboard.press('Shift+F10');
    expect(await page.getByRole('menuitem').count()).toBe(16);
    await page.getByRole('menuitem', { name: 'Move the row up' }).press('Enter');
    expect(await text(page)).toContain('| Dam |  |\n| Bridge');
    expect(await cell(page)).toBe('Item, row 2');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Add a column after' }).press('Enter');
    expect(await text(page)).toContain('| Item |  | Cost |\n| :--- | --- | ---: |');
    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('Escape');
    expect(await cell(page)).toBe('Column 2, row 2');
  });

  it('show their source on request, with the caret at the cell, and are a grid again', async () => {
    const page = await openTable(stage);
    await page.locator('.colo-live-cell').nth(2).click();
    await page.keyboard.press('Control+Shift+E');
    await page.locator('.colo-live-table').waitFor({ state: 'detached' });
    expect(await caret(page)).toBe((await text(page)).indexOf('| Mill') + '| Mill'.length);
    await page.keyboard.press('Control+Shift+E');
    expect(await cell(page)).toBe('Item, row 1');
  });

  it('let an input method write into a cell', async () => {
    const page = await openTable(stage);
    await page.locator('.colo-live-cell').nth(2).click();
    await page.keyboard.press('End');
    const session = await page.context().newCDPSession(page);
    for (const part of ['に', 'にほ', '日本'])
      await session.send('Input.imeSetComposition', { text: part, selectionStart: part.length, selectionEnd: part.length });
    await session.send('Input.insertText', { text: '日本' });
    await session.detach();
    expect(await text(page)).toContain('| Mill日本 | 12 |');
  });

  it('are not changed by who may not', async () => {
    const page = await openTable(stage, 'live, read only');
    await page.locator('.colo-live-cell').nth(2).click();
    await page.keyboard.type('x');
    expect(await text(page)).toContain('| Mill | 12 |');
  });
}

function noteCases(stage: Stage): void {
  it('say at their reference what they are, and are gone to and back by a key', async () => {
    const page = await openLive(stage);
    await placeAfter(page, 'and another');
    const note = page.getByRole('button', { name: 'Footnote 1: From the *minutes*.' });
    await note.waitFor();
    await placeAfter(page, 'A claim[^1');
    expect(await page.locator('.colo-live-note-tip').innerText()).toBe('From the *minutes*.');
    await page.keyboard.press('Control+Enter');
    const all = await text(page);
    expect(await caret(page)).toBe(all.indexOf('From the *minutes*.') + 'From the *minutes*.'.length);
    await page.keyboard.press('Control+Enter');
    expect(await caret(page)).toBe(all.indexOf('A claim[^1]') + 'A claim[^1]'.length);
  });
}

function slashCases(stage: Stage): void {
  const options = (page: Page) => page.getByRole('listbox', { name: 'Insert' }).getByRole('option');
  const openEmpty = async (): Promise<Page> => {
    const page = await openLive(stage, 'live, empty');
    await page.locator('.cm-content').click();
    return page;
  };

  it('opens behind a slash, is filtered by what is typed, and writes what is chosen', async () => {
    const page = await openEmpty();
    await page.keyboard.type('/');
    await options(page).first().waitFor();
    expect(await options(page).count()).toBe(10);
    expect(await faultsOf(page, 'live slash menu')).toEqual([]);
    await page.keyboard.type('head');
    await expect
      .poll(() => options(page).allInnerTexts())
      .toEqual([expect.stringContaining('Heading'), expect.stringContaining('Small heading')]);
    const active = await page.locator('.cm-content').getAttribute('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('.cm-content').getAttribute('aria-activedescendant')).not.toBe(active);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Title');
    expect(await text(page)).toBe('## Title');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/table');
    await options(page).first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page)).toBe('Head of column 1');
    await page.keyboard.type('Item');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Cost');
    expect(await text(page)).toBe('## Title\n\n| Item | Cost |\n| --- | --- |\n|  |  |\n');
  });

  it('writes a footnote and goes on in its note', async () => {
    const page = await openEmpty();
    await page.keyboard.type('A claim /foot');
    await options(page).first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Said by Ada.');
    expect(await text(page)).toBe('A claim [^1]\n\n[^1]: Said by Ada.\n');
  });

  it('is left with Escape, and is not there in a word, in code, or for an address', async () => {
    const page = await openEmpty();
    await page.keyboard.type('/');
    await options(page).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('ab and/or `/x` https://a.example/b');
    expect(await options(page).count()).toBe(0);
    expect(await text(page)).toBe('/ab and/or `/x` https://a.example/b');
  });

  it('stays closed while an input method writes', async () => {
    const page = await openEmpty();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: '/', selectionStart: 1, selectionEnd: 1 });
    expect(await options(page).count()).toBe(0);
    await session.send('Input.insertText', { text: '/日' });
    await session.detach();
    expect(await text(page)).toBe('/日');
  });

  it('opens by a button too', async () => {
    const page = await openEmpty();
    await page.keyboard.type('word');
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await options(page).filter({ hasText: 'Divider' }).click();
    expect(await text(page)).toBe('word \n\n---\n\n\n');
  });
}

function truthCases(stage: Stage): void {
  /** A few at a time, so that the page answers. */
  const tryAll = async (texts: readonly string[]): Promise<readonly string[]> => {
    const page = await openLive(stage);
    const faults: string[] = [];
    for (let at = 0; at < texts.length; at += 100)
      faults.push(...(await page.evaluate((some) => globalThis.livePage.tryTexts(some), texts.slice(at, at + 100))));
    // The texts have pictures of others, which the policy of this page keeps out.
    expect(stage.incidents().filter((each) => !/^asked|^console: (?:Loading the image|Failed to load)/.test(each))).toEqual([]);
    return faults;
  };

  it('is the same byte for byte, whatever it says, is pressed and however it is shown', async () => {
    expect(await tryAll(markdownTexts(1000))).toEqual([]);
  }, 300_000);

  it('is the same for texts that people wrote', async () => {
    const written = writtenTexts();
    expect(written.length).toBeGreaterThan(50);
    expect(await tryAll(written)).toEqual([]);
  }, 300_000);
}
