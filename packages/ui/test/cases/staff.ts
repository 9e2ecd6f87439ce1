import { describe, expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
import type { Stage } from '../browser/stage.ts';
import { wellCases } from './well.ts';

/** What the staff is told of a piece's people, and what each of them may do. */
export function staffCases(stage: Stage): void {
  wellCases(stage, 'staff', {
    shown: {
      'list, as the staff sees it': (page) => page.getByText('updated by Li Wen').waitFor(),
      'editor, not theirs to change': (page) => page.getByText('Only editors can change it.').waitFor(),
      'editor, of a copy': (page) => page.locator('.cm-content').waitFor(),
      'governed editor of a contributor': async (page) => {
        await page.locator('.cm-content').waitFor();
        await page.getByRole('button', { name: 'Submit for review…' }).click();
        await page.getByRole('dialog').getByText('Only editors can publish.').waitFor();
      },
    },
  });

  describe('a list', () => listCases(stage));
  describe('an editor', () => editorCases(stage));
  describe('bulk actions', () => manyCases(stage));
  describe('saved views', () => viewCases(stage));
}

function listCases(stage: Stage): void {
  it('counts pieces by status without other filters, and lists the user’s own pieces', async () => {
    const page = await stage.open('list, as the staff sees it');
    const status = page.getByRole('combobox', { name: 'Status' });
    await page.waitForFunction(() => document.querySelector('select')?.textContent?.includes('Draft (1,234)'));
    await page.getByRole('button', { name: 'Mine' }).click();
    await page.locator('.colo-list-count', { hasText: /^1 piece$/ }).waitFor();
    expect(new URLSearchParams(await page.evaluate(() => document.body.dataset['asked'] ?? '')).get('mine')).toBe('true');
    expect(new URL(page.url()).searchParams.get('mine')).toBe('true');
    expect(await status.innerText()).not.toContain('1,234');
  });

  it('does not offer a deletion that the server would reject, by button or key', async () => {
    const page = await stage.open('list, as the staff sees it');
    await page.getByText('Flood at the mill').waitFor();
    await page.getByRole('button', { name: 'Actions for Flood at the mill' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Duplicate']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for What is technical debt' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['View on site', 'Duplicate', 'Delete']);
    await page.keyboard.press('Escape');
    await page.locator('.colo-list-body [tabindex="0"]').focus();
    for (const key of ['Control+Home', 'ArrowDown', 'Delete']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('does not offer to delete a selection that the server would not let them delete', async () => {
    const page = await stage.open('list, as the staff sees it');
    const remove = page.locator('.colo-list-bulk').getByRole('button', { name: 'Delete' });
    await page.getByRole('checkbox', { name: 'Select Flood at the mill', exact: true }).check();
    await page.locator('.colo-list-bulk').getByRole('button', { name: 'Add tag' }).waitFor();
    expect(await remove.count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select What is technical debt', exact: true }).check();
    await remove.waitFor();
  });
}

function editorCases(stage: Stage): void {
  it('shows a piece as text to users who may not change it, with who last saved it', async () => {
    const page = await stage.open('editor, not theirs to change');
    await page.getByRole('heading', { name: 'Budget approved in a night sitting' }).waitFor();
    expect(await page.locator('.colo-editor-main :is(textarea, .cm-content)').count()).toBe(0);
    expect(await page.locator('.colo-editor-state').innerText()).toMatch(/last saved .* by Li Wen/);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('lets users who may not publish submit for review, after which it is read-only', async () => {
    const page = await stage.open('governed editor of a contributor');
    await page.getByRole('button', { name: 'Submit for review…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Submit for review' });
    expect(await dialog.getByRole('button', { name: 'Publish now' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByText('Submitted for review. An editor takes it from here.').waitFor();
    expect(await page.evaluate(() => document.body.dataset['sent'])).toContain('{"status":"review"}');
  });
}

function manyCases(stage: Stage): void {
  it('opens a menu by keys, moves in it, and restores the focus', async () => {
    const page = await stage.open('list, as the staff sees it');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByText('What is technical debt').waitFor();
    await page.locator('.colo-list-body [tabindex="0"]').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('menu', { name: 'Actions for What is technical debt' }).waitFor();
    const seen = [await focused()];
    for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home']) {
      await page.keyboard.press(key);
      seen.push(await focused());
    }
    expect(seen).toEqual(['View on site', 'Duplicate', 'Delete', 'View on site', 'Delete', 'View on site']);
    expect(await faultsOf(page, 'staff list with a menu')).toEqual([]);
    await page.getByRole('button', { name: 'Actions for What is technical debt' }).click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('menu').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Actions for What is technical debt');
  });

  it('creates a copy with a changed title, and opens it', async () => {
    const page = await stage.open('list, as the staff sees it');
    await page.getByRole('button', { name: 'Actions for Budget approved in a night sitting' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.waitForFunction(() => document.querySelector('[data-told]')?.textContent !== '');
    expect(await page.locator('[data-told]').textContent()).toBe('opened copy Budget approved in a night sitting (copy)');
    await stage.open('editor, of a copy');
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('Budget approved in a night sitting');
    await page.getByRole('button', { name: 'More actions' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Submit for review', 'Publish', 'Archive', 'Duplicate']);
  });

  it('sets the status of many by one job, shows progress, and reports rejected pieces', async () => {
    const page = await stage.open('list, as the staff sees it');
    for (const name of ['Select Budget approved in a night sitting', 'Select Flood at the mill'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    await page.getByRole('combobox', { name: 'Set status' }).selectOption('published');
    await page.getByRole('button', { name: 'Set status' }).click();
    const question = page.getByRole('dialog', { name: 'Publish 2 pieces?' });
    expect(await faultsOf(page, 'staff list asks before it publishes many')).toEqual([]);
    await question.getByRole('button', { name: 'Publish' }).click();
    await page.locator('.colo-list-bulk').getByText('1 of 2').waitFor();
    await page.locator('.colo-list-report').waitFor();
    expect(await page.locator('.colo-list-report li').allInnerTexts()).toEqual(['Flood at the mill: Not ready to be published.']);
    expect(await faultsOf(page, 'staff list with a report')).toEqual([]);
  });

  it('tags and deletes many by one job each, after a confirmation, with a report', async () => {
    const page = await stage.open('list, as the staff sees it');
    const select = async (): Promise<void> => {
      for (const name of ['Select Budget approved in a night sitting', 'Select Flood at the mill'])
        await page.getByRole('checkbox', { name, exact: true }).check();
    };
    await select();
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.locator('.colo-list-bulk').getByText('Enter a tag.').waitFor();
    await page.getByRole('combobox', { name: 'Add tag: Tag' }).fill('harbour');
    await page.keyboard.press('Enter');
    await page.getByText('2 done, 0 failed').first().waitFor();
    const changed = () => page.evaluate(() => document.body.dataset['changed']);
    expect(await changed()).toBe('/contents/tags {"ids":["1","2"],"add":["harbour"]}');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 pieces?' });
    await question.getByText('Drafts move to the trash.').waitFor();
    await page.keyboard.press('Escape');
    expect(await changed()).toMatch(/^\/contents\/tags /);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 done, 0 failed').first().waitFor();
    expect(await changed()).toMatch(/^\/contents\/delete \{"ids":\["1","2"\],"revs":\{"1":\d+,"2":\d+\}\}$/);
  });
}

function viewCases(stage: Stage): void {
  it('saves views on the server, personal or shared, and marks those it cannot show', async () => {
    const page = await stage.open('list, as the staff sees it');
    await page.getByText('Saved views').click();
    await page.getByText('Made elsewhere').waitFor();
    expect(await page.locator('.colo-list-saved-body li').allInnerTexts()).toEqual([
      'My drafts\n×',
      'For the morning meeting\nshared\n×',
      'Made elsewhere\nuses filters that are not available here\n×',
    ]);
    expect(await faultsOf(page, 'staff list with views')).toEqual([]);
    await page.getByRole('button', { name: 'My drafts', exact: true }).click();
    await page.waitForFunction(() => location.search.includes('status=draft') && location.search.includes('mine=true'));
    expect(await page.getByLabel('View name').isVisible()).toBe(false);
    await page.getByText('Saved views').click();
    await page.getByLabel('View name').fill('Ours');
    await page.getByRole('checkbox', { name: 'Share with everyone' }).check();
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Ours', exact: true }).waitFor();
    expect(await page.evaluate(() => document.body.dataset['saved'])).toBe(
      '{"name":"Ours","query":{"where":{"status":"draft","mine":true}},"shared":true}',
    );
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.getByRole('button', { name: 'Remove view Ours' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the view “Ours”?' });
    await dialog.getByText('It is removed for everyone.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Saved views').click();
    await page.getByRole('button', { name: 'Remove view Ours' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Saved views').click();
    await page.getByRole('button', { name: 'Ours', exact: true }).waitFor({ state: 'detached' });
  });
}
