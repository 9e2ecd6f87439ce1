import { expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';
import { wellCases } from './well.ts';

/** What the staff is told of a piece's people, and what each of them may do. */
export function staffCases(stage: Stage): void {
  wellCases(stage, 'staff', {
    shown: {
      'list, as the staff sees it': (page) => page.getByText('changed by Li Wen').waitFor(),
      'editor, not theirs to change': (page) => page.getByText('An editor can change it.').waitFor(),
      'editor, others and a copy on the server': async (page) => {
        await page.locator('.cm-content').waitFor();
        await page.getByText('Li Wen is editing this too.').first().waitFor();
        await page.getByRole('button', { name: 'Compare' }).waitFor();
      },
      'governed editor of a contributor': async (page) => {
        await page.locator('.cm-content').waitFor();
        await page.getByRole('button', { name: 'Publish…' }).click();
        await page.getByRole('dialog').getByText('An editor publishes it.').waitFor();
      },
    },
  });

  it('counts pieces by status where nothing else narrows the list, and lists what is one’s own', async () => {
    const page = await stage.open('list, as the staff sees it');
    const status = page.getByRole('combobox', { name: 'Status' });
    await page.waitForFunction(() => document.querySelector('select')?.textContent?.includes('Draft (1,234)'));
    await page.getByRole('button', { name: 'Mine' }).click();
    await page.locator('.colo-list-count', { hasText: /^1 piece$/ }).waitFor();
    expect(new URLSearchParams(await page.evaluate(() => document.body.dataset['asked'] ?? '')).get('mine')).toBe('true');
    expect(new URL(page.url()).searchParams.get('mine')).toBe('true');
    expect(await status.innerText()).not.toContain('1,234');
  });

  it('offers no deletion that the server would refuse, by button or by key', async () => {
    const page = await stage.open('list, as the staff sees it');
    await page.getByText('Flood at the mill').waitFor();
    expect(await page.getByRole('button', { name: 'Delete Flood at the mill' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete Budget approved in a night sitting' }).count()).toBe(1);
    await page.locator('.colo-list-body [tabindex="0"]').focus();
    for (const key of ['ArrowDown', 'Delete']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('shows a piece as text to who may not change it, and who saved it last', async () => {
    const page = await stage.open('editor, not theirs to change');
    await page.getByRole('heading', { name: 'Budget approved in a night sitting' }).waitFor();
    expect(await page.locator('textarea, .cm-content').count()).toBe(0);
    expect(await page.locator('.colo-editor-state').innerText()).toMatch(/last saved .* by Li Wen/);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('lets who may not publish hand in, after which it is text', async () => {
    const page = await stage.open('governed editor of a contributor');
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Publish now' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Hand in for review' }).click();
    await page.getByText('Handed in for review: an editor takes it from here.').waitFor();
    expect(await page.evaluate(() => document.body.dataset['sent'])).toContain('{"status":"review"}');
  });

  it('offers the copy of the server, and says once who else is editing', async () => {
    const page = await stage.open('editor, others and a copy on the server');
    await page.getByText(/You have edits from May 1, 2026, 10:41/).waitFor();
    expect(await page.getByRole('status').first().innerText()).toContain('Li Wen is editing this too.');
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await page.getByRole('dialog').locator('ins').first().innerText()).toContain('the bridge left out');
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    expect(await page.locator('.colo-editor-title textarea').inputValue()).toBe('Budget approved, the bridge left out');
    await page.locator('.colo-editor-title textarea').fill('Budget approved without the bridge');
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await page.locator('[data-save-state]', { hasText: 'kept on the server 11:02' }).waitFor();
    expect(await page.evaluate(() => document.body.dataset['copy'])).toBe(
      'put {"fields":{"title":"Budget approved without the bridge","description":"The council sat until five."},"baseRev":3,"sequence":5}',
    );
    await page.keyboard.press('Control+s');
    await page.locator('[data-save-state=saved]').waitFor();
    // A save of what was typed takes the copy with it; nothing more is asked for.
    expect(await page.evaluate(() => document.body.dataset['copy'])).toMatch(/^put /);
  });

  it('throws the copy of the server away where somebody says so', async () => {
    const page = await stage.open('editor, others and a copy on the server');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForFunction(() => document.body.dataset['copy']?.startsWith('delete'));
    expect(await page.getByText(/You have edits from/).count()).toBe(0);
  });
}
