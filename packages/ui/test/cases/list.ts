import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
import type { Stage } from '../browser/stage.ts';
import { type Shown, wellCases } from './well.ts';

const SHOWN: Shown = {
  'list, loading': (page) => page.locator('.colo-list-skeleton').first().waitFor(),
  'list, offline': (page) => page.locator('.colo-list-notice').waitFor(),
  'list, from a server': (page) => page.getByText('Piece 0', { exact: true }).waitFor(),
  'list, 10,000': (page) => page.getByText('Piece 0', { exact: true }).waitFor(),
};

/** Presses an item of the menu of a row. */
async function chooseFor(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const did = (stage: Stage) => stage.page.locator('[data-did]').textContent();
const focused = (stage: Stage) =>
  stage.page.evaluate(() => {
    const cell = document.activeElement?.closest<HTMLElement>('[data-column]');
    return cell
      ? `${cell.closest<HTMLElement>('[data-row]')?.dataset['row']} ${cell.dataset['kind']}`
      : document.activeElement?.textContent;
  });
const titles = (stage: Stage) => stage.page.locator('.colo-list-body .colo-list-title').allInnerTexts();

/** The list of pieces: its states, keys, views, and what is done to rows. */
export function listCases(stage: Stage): void {
  wellCases(stage, 'list', { shown: SHOWN, except: ['list, nonsense of the host', 'list, 10,000 given'] });

  it.each(['Cards', 'Detailed', 'Compact'])('%s: is well with a selection', async (view) => {
    const page = await stage.open('list');
    await page.getByRole('button', { name: view }).click();
    await page.getByRole('checkbox', { name: 'Select Budget' }).check();
    expect(await faultsOf(page, `list view ${view}`)).toEqual([]);
  });

  it('is accessible while it asks for confirmation', async () => {
    const page = await stage.open('list');
    await chooseFor(page, 'Flood at the mill', 'Delete');
    expect(await faultsOf(page, 'list asks')).toEqual([]);
  });

  describe('marks', () => markCases(stage));

  describe('the grid', () => gridCases(stage));

  describe('rows', () => rowCases(stage));

  describe('deleting', () => deletingCases(stage));

  describe('the query', () => whatIsAskedOfTheListCases(stage));

  describe('jobs on rows', () => workOnRowsCases(stage));

  describe('errors', () => whatGoesWrongCases(stage));

  it('renders at most 60 rows of 10,000, and keeps the focus when scrolling', async () => {
    const page = await stage.open('list, 10,000');
    await page.getByRole('button', { name: 'Compact' }).click();
    await page.locator('.colo-list-body [tabindex="0"]').focus();
    await page.keyboard.press('Control+End');
    await page.getByText('Piece 9999').waitFor();
    expect(await focused(stage)).toBe('9999 actions');
    expect(await page.locator('[role=grid]').getAttribute('aria-rowcount')).toBe('10001');
    expect(await page.locator('.colo-list-body [role=row]').count()).toBeLessThanOrEqual(60);
  });
}

function markCases(stage: Stage): void {
  it('marks a withdrawn piece in every view', async () => {
    const page = await stage.open('list, with a withdrawn piece');
    for (const view of ['Cards', 'Detailed', 'Compact']) {
      await page.getByRole('button', { name: view }).click();
      const rows = page.locator('.colo-list-body [role=row]');
      expect(await rows.first().innerText()).toContain('Withdrawn');
      expect(await rows.last().innerText()).not.toContain('Withdrawn');
    }
  });
}

function gridCases(stage: Stage): void {
  it('is one tab stop, with the keys of a data grid', async () => {
    const page = await stage.open('list');
    await page.locator('.colo-list-body [tabindex="0"]').focus();
    const places: unknown[] = [await focused(stage)];
    for (const key of ['ArrowDown', 'ArrowRight', 'Home', 'End', 'Control+Home', 'ArrowUp', 'Control+End', 'PageUp', 'PageDown']) {
      await page.keyboard.press(key);
      places.push(await focused(stage));
    }
    expect(places).toEqual([
      '0 title',
      '1 title',
      '1 status',
      '1 check',
      '1 actions',
      '0 check',
      '-1 check',
      '4 actions',
      '0 actions',
      '4 actions',
    ]);
    expect(await page.locator('[role=grid] [tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await focused(stage)).toBe('After it');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(stage)).toBe('4 actions');
  });

  it('edits with Enter, enters a cell with F2 and leaves it with Escape', async () => {
    const page = await stage.open('list');
    await page.locator('.colo-list-body [tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await did(stage)).toBe('edit 2');
    for (const key of ['End', 'F2']) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Actions for What is technical debt');
    await page.keyboard.press('Escape');
    expect(await focused(stage)).toBe('1 actions');
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  });

  it('selects with Space, a range with Shift+Space, and runs an action on the selection', async () => {
    const page = await stage.open('list');
    await page.locator('.colo-list-body [tabindex="0"]').focus();
    for (const key of [' ', 'ArrowDown', 'ArrowDown', 'Shift+ ']) await page.keyboard.press(key);
    expect(await page.locator('[role=row][aria-selected=true]').count()).toBe(3);
    await page.getByRole('button', { name: 'Mark' }).click();
    expect(await did(stage)).toBe(' mark 1 mark 2 mark 3');
    expect(await page.locator('[role=status]').textContent()).toBe('3 done, 0 failed');
  });

  it('sorts by its headers, with an announcement, and reverses when pressed again', async () => {
    const page = await stage.open('list');
    const head = page.getByRole('columnheader', { name: 'Title' });
    await page.getByRole('button', { name: 'Title', exact: true }).click();
    await expect.poll(async () => [await head.getAttribute('aria-sort'), (await titles(stage))[0]]).toEqual(['ascending', 'Untitled']);
    await head.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => [await head.getAttribute('aria-sort'), (await titles(stage))[0]])
      .toEqual(['descending', 'What is technical debt']);
  });

  it('does not overlap rows when paging', async () => {
    const page = await stage.open('list');
    await page.setViewportSize({ width: 375, height: 800 });
    await page.locator('.colo-list-grid[data-stacked]').waitFor();
    await page.waitForFunction(() => {
      const boxes = [...document.querySelectorAll('.colo-list-line')].map((line) => line.getBoundingClientRect());
      return boxes.every((box, index) => index === 0 || box.top >= (boxes[index - 1]?.bottom ?? 0) - 1);
    });
  });

  it('moves between cards in their layout', async () => {
    const page = await stage.open('list');
    await page.getByRole('button', { name: 'Cards' }).click();
    await page.locator('.colo-list-body [tabindex="0"]').focus();
    for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    const lanes = await page.locator('.colo-list-line').first().locator('[role=row]').count();
    expect(await focused(stage)).toBe(`${1 + lanes < 5 ? 1 + lanes : 1} card`);
  });
}

function rowCases(stage: Stage): void {
  it('keeps its rows low, whatever a piece holds', async () => {
    const page = await stage.open('list, hostile');
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await page.locator('[data-row="1"]').boundingBox())?.height).toBeLessThan(300);
    }
  });
}

function deletingCases(stage: Stage): void {
  it('asks for confirmation with the consequences, and restores the focus', async () => {
    const page = await stage.open('list');
    await page.locator('.colo-list-body [tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete “What is technical debt”?' });
    expect(await dialog.innerText()).toContain('It is kept as deleted');
    await page.keyboard.press('Escape');
    expect([await page.getByRole('dialog').count(), await focused(stage)]).toEqual([0, '1 title']);
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForFunction(() => document.querySelector('[data-did]')?.textContent === 'delete 2');
    expect(await titles(stage)).toHaveLength(4);
  });

  it('shows an error until it is dismissed', async () => {
    const page = await stage.open('list, refused');
    await chooseFor(page, 'An old oak', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('Only admins delete what was published.').waitFor();
  });
}

function whatIsAskedOfTheListCases(stage: Stage): void {
  it('is kept in the address, restored from it, and can be cleared if nothing matches', async () => {
    const page = await stage.open('list');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('review');
    await page.getByRole('searchbox').fill('mill');
    await page.waitForFunction(() => location.search.includes('q=mill'));
    expect(await titles(stage)).toEqual(['Flood at the mill']);
    expect(new URL(page.url()).searchParams.get('story')).toBe('list');
    await page.reload();
    expect([await titles(stage), await page.getByRole('searchbox').inputValue()]).toEqual([['Flood at the mill'], 'mill']);
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForFunction(() => !location.search.includes('q='));
    expect(await titles(stage)).toHaveLength(5);
  });

  it('offers the existing types, categories and tags, and shows the order', async () => {
    const page = await stage.open('list');
    expect(await page.getByRole('combobox', { name: 'Type' }).locator('option').allInnerTexts()).toEqual(['Any', 'article', 'document']);
    await page.getByRole('combobox', { name: 'Category' }).selectOption('guides');
    await expect.poll(() => titles(stage)).toEqual(['What is technical debt']);
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Any');
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('budget');
    await expect.poll(() => titles(stage)).toEqual(['Budget approved in a night sitting']);
    await stage.open('list, from a server');
    const order = page.getByRole('combobox', { name: 'Sort by' }).locator('option').first();
    expect(await order.innerText()).toBe('Last updated');
    await page.getByRole('searchbox').fill('Piece');
    expect(await order.innerText()).toBe('Best match');
  });

  it('follows links to a filtered list, and ignores other pages', async () => {
    const page = await stage.open('list');
    await page.evaluate(() => history.pushState(null, '', '?story=list&direction=ltr&status=review'));
    await page.waitForFunction(() => document.querySelectorAll('.colo-list-body .colo-list-title').length === 1);
    expect(await titles(stage)).toEqual(['Flood at the mill']);
    await page.evaluate(() => history.pushState(null, '', '/?story=list&direction=ltr'));
    await page.waitForFunction(() => document.querySelectorAll('.colo-list-body .colo-list-title').length === 5);
  });

  it('can be saved by name, and opened again', async () => {
    const page = await stage.open('list');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('draft');
    await page.getByText('Saved views').click();
    await page.getByLabel('View name').fill('Drafts');
    await page.getByRole('button', { name: 'Save view' }).click();
    await stage.open('list', { keeps: true });
    await page.getByText('Saved views').click();
    await page.getByRole('button', { name: 'Drafts', exact: true }).click();
    await page.waitForFunction(() => location.search.includes('status=draft'));
    expect(await titles(stage)).toEqual(['Budget approved in a night sitting']);
  });

  it('is sent to the server when typing pauses, as a word prefix', async () => {
    const page = await stage.open('list, from a server');
    await page.locator('.colo-list-count', { hasText: /^250 pieces$/ }).waitFor();
    await page.getByRole('searchbox').pressSequentially('Piece 24');
    await page.locator('.colo-list-count', { hasText: /^11 pieces$/ }).waitFor();
    expect(new URLSearchParams(await page.evaluate(() => document.body.dataset['asked'] ?? '')).get('search')).toBe('Piece 24*');
    expect(await page.locator('[role=status]').textContent()).toBe('11 pieces');
  });
}

function workOnRowsCases(stage: Stage): void {
  it('shows progress, and another attempt besides the failed one', async () => {
    const page = await stage.open('list, at work');
    await page.locator('[data-row="0"]').getByText('12 of 40').waitFor();
    expect(await page.locator('.colo-list > .colo-list-job').innerText()).toContain('3 of 40');
    const failed = page.locator('[data-row="1"]');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.getByText('Earlier attempts: 1').click();
    expect(await failed.getByRole('listitem').innerText()).toBe('Failed: The model did not answer.');
  });

  it('sets a status row by row, and reports the rejected ones with reasons', async () => {
    const page = await stage.open('list, from a server');
    for (const name of ['Select Piece 0', 'Select Piece 1', 'Select Piece 2'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    await page.getByRole('combobox', { name: 'Set status' }).selectOption('review');
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByText('2 done, 1 failed').first().waitFor();
    expect(await page.locator('.colo-list-report li').allInnerTexts()).toEqual([
      'Piece 1: Changed since the list was loaded. Check the new version first.',
    ]);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.locator('[data-row="0"]').getByText('0 of 40').waitFor();
  });
}

function whatGoesWrongCases(stage: Stage): void {
  it('reports a part that cannot be rendered with invalid data of a host, and renders it once the data is valid', async () => {
    const page = await stage.open('list, nonsense of the host');
    await page.getByText('This part cannot be displayed').waitFor();
    // React says itself what it caught.
    expect(stage.incidents().length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Mend it' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await titles(stage)).toEqual(['Whole']);
  });

  it('shows the error and an action', async () => {
    const page = await stage.open('list, error');
    expect(await page.locator('.colo-list-notice').innerText()).toContain('The database is busy.');
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await page.title()).toBe('again');
  });

  it('reloads automatically when the connection is back', async () => {
    const page = await stage.open('list, offline');
    await page.getByText('Offline.').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.locator('.colo-list-count', { hasText: /^5 pieces$/ }).waitFor();
    expect(await page.getByText('Offline.').count()).toBe(0);
  });
}
