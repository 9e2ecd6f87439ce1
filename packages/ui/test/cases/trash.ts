import { expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
import type { Stage } from '../browser/stage.ts';
import { wellCases } from './well.ts';

/** Drafts that were removed: brought back, and removed for good. */
export function trashCases(stage: Stage): void {
  wellCases(stage, 'trash', {
    otherwise: (page) => page.locator('.colo-trash-row, .colo-list-empty, .colo-notice').first().waitFor(),
  });

  it('restores a draft, shows where it is and what was not restored, and keeps the focus', async () => {
    const page = await stage.open('trash');
    await page.getByRole('button', { name: 'Restore Budget approved in a night sitting' }).click();
    await page.getByText('“Budget approved in a night sitting” was restored as a draft.').first().waitFor();
    expect(await page.getByText('Not restored: versions, reviews, and comments.').count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')).toBe('#/pieces/1');
    expect(await page.locator('.colo-trash-row').count()).toBe(3);
    await page.waitForFunction(() => document.activeElement?.classList.contains('colo-trash'));
    expect(await faultsOf(page, 'trash restored')).toEqual([]);
  });

  it('reports that someone else was faster, and removes the row', async () => {
    const page = await stage.open('trash');
    await page.getByRole('button', { name: 'Restore Flood at the mill' }).click();
    await page.getByText('This draft was already restored.').waitFor();
    expect(await page.getByText('Flood at the mill').count()).toBe(0);
  });

  it('asks for the title before permanent deletion, which only admins are offered', async () => {
    const page = await stage.open('trash');
    await page.getByRole('button', { name: 'Delete permanently: Flood at the mill' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Flood');
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await dialog.getByText('The title does not match.').waitFor();
    expect(await faultsOf(page, 'trash erases')).toEqual([]);
    await dialog.getByRole('textbox').fill(' Flood at the  mill ');
    await page.keyboard.press('Enter');
    await page.getByText('“Flood at the mill” was deleted permanently.').first().waitFor();
    expect(await page.evaluate(() => document.body.dataset['sent'])).toBe('/content-trash/{id}/purge t2;');
    await stage.open('trash, of an editor');
    await page.getByText('Admins can delete drafts permanently at any time.').waitFor();
    expect(await page.getByRole('button', { name: /permanently/ }).count()).toBe(0);
  });
}
