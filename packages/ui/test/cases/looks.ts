import { expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
import type { Stage } from '../browser/stage.ts';

/** States with everything in them: controls, tints, marks, notices. */
const STATES = {
  'list, as the staff sees it': '.colo-list-title',
  'editor, commented': '.colo-comment-mark',
  'governed editor': '.colo-finding',
} as const;

/**
 * What a host decides for the person: a theme against that of their system, and rows that stand closer. Each is judged in every look that
 * states are judged in, for what a theme can break.
 */
export function looksCases(stage: Stage): void {
  it.each(['light', 'dark'] as const)('%s, decided by the host, and compact: everything can be read and hit', async (theme) => {
    for (const [name, shown] of Object.entries(STATES)) {
      const page = await stage.open(name);
      await page.evaluate((given) => Object.assign(document.querySelector<HTMLElement>('.colo-root')?.dataset ?? {}, given), {
        theme,
        density: 'compact',
      });
      await page.locator(shown).first().waitFor();
      expect(await page.locator('.colo-root').evaluate((root) => getComputedStyle(root).colorScheme)).toBe(theme);
      expect(await faultsOf(page, `looks ${theme} ${name}`)).toEqual([]);
    }
  });

  it('shows borders and text in forced colors', async () => {
    const page = await stage.open('list, as the staff sees it');
    await page.getByText('updated by Li Wen').waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const label = page.locator('.colo-label').first();
    expect(await label.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid');
    expect(await label.innerText()).toBe('Draft');
    await page.getByRole('button', { name: 'Mine' }).click();
    expect(await page.getByRole('button', { name: 'Mine' }).getAttribute('aria-pressed')).toBe('true');
    await page.emulateMedia({ forcedColors: 'none' });
  });
}
