import { expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';
import { wellCases } from './well.ts';

/** What the staff is told of a piece's people, and what each of them may do. */
export function staffCases(stage: Stage): void {
  wellCases(stage, 'staff', {
    shown: {
      'list, as the staff sees it': (page) => page.getByText('changed by Li Wen').waitFor(),
      'editor, not theirs to change': (page) => page.getByText('An editor can change it.').waitFor(),
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
}
