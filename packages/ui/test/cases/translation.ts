import { expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';

/** What stands beside a translation while it is written. */
export function translationCases(stage: Stage): void {
  const openTranslation = async () => {
    const page = await stage.open('editor, translation');
    const original = page.getByRole('region', { name: 'Original (English)' });
    await page.locator('.cm-content').waitFor();
    return { page, original };
  };

  it('shows its original beside it, with later changes, until it is marked as up to date', async () => {
    const { page, original } = await openTranslation();
    await original.getByText('The council met on Monday').waitFor();
    expect(await page.locator('.colo-editor-head').innerText()).toContain('German');
    const [text, beside] = [await page.locator('.cm-content').boundingBox(), await original.boundingBox()];
    expect(beside?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0) - 1);
    expect(await original.getByRole('link', { name: 'Open original' }).getAttribute('href')).toBe('#piece-1');
    await original.getByText('version 1, now version 3').waitFor();
    await original.getByRole('button', { name: 'Show changes' }).click();
    await original.locator('ins').first().waitFor();
    await original.getByRole('button', { name: 'Mark as up to date' }).click();
    await original.getByText('now version 3').waitFor({ state: 'detached' });
    expect(await page.getByRole('status').first().textContent()).toBe('The translation is up to date.');
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await original.waitFor({ state: 'detached' });
  });

  it('shows the original instead of the text on request, if there is no room for both', async () => {
    await stage.page.setViewportSize({ width: 375, height: 800 });
    await stage.page.evaluate(() => globalThis.storyPage.show('editor, translation', { direction: 'ltr', keeps: false }));
    const text = stage.page.locator('.cm-content');
    await text.waitFor();
    await stage.page.getByRole('button', { name: 'Original', exact: true }).click();
    await stage.page.getByRole('region', { name: 'Original (English)' }).waitFor();
    expect(await text.isVisible()).toBe(false);
    await stage.page.getByRole('button', { name: 'Source', exact: true }).click();
    expect(await text.isVisible()).toBe(true);
    await stage.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('is distinguished from its original in a list by its language', async () => {
    const page = await stage.open('list, in two languages');
    await page.getByText('German').waitFor();
    expect(await page.locator('.colo-list-name').allInnerTexts()).toEqual([
      expect.stringMatching(/^The ferry\s+English/),
      expect.stringMatching(/^The ferry\s+German/),
      expect.stringMatching(/^The oak$/),
    ]);
  });
}
