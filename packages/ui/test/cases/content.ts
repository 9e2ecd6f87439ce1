import { describe, expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';
import { wellCases } from './well.ts';

/** The tray of reviews. */
export function contentCases(stage: Stage): void {
  wellCases(stage, 'content');

  describe('the tray of reviews', () => trayOfReviewsCases(stage));
}

function trayOfReviewsCases(stage: Stage): void {
  it('is one tab stop; arrow keys, Home and End move in it and wrap around', async () => {
    const page = await stage.open('tray');
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('.colo-tray-label')?.textContent);
    await page.keyboard.press('Tab');
    const heard: (string | null | undefined)[] = [await focused()];
    for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
      await page.keyboard.press(key);
      heard.push(await focused());
    }
    expect(heard).toEqual(['Facts', 'Safety', 'House style', 'Text', 'House style', 'Text']);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('After it');
  });

  it('is mirrored for right-to-left languages', async () => {
    const page = await stage.open('tray', { direction: 'rtl' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Safetyaccepted');
  });

  it('shows policy and verdict as text, opens the controlled element, and closes it when pressed again', async () => {
    const page = await stage.open('tray');
    const facts = page.getByRole('button', { name: 'Facts flagged, 1 finding' });
    expect([await facts.getAttribute('aria-expanded'), await facts.getAttribute('aria-controls')]).toEqual(['true', 'findings']);
    await facts.press('Enter');
    expect([await facts.getAttribute('aria-expanded'), await page.locator('#findings').count()]).toEqual(['false', 0]);
    await page.getByRole('button', { name: 'The desk rejected' }).press(' ');
    expect(await page.locator('#findings').innerText()).toBe('Findings of desk');
  });

  it('distinguishes tones by shape, and has large targets', async () => {
    const page = await stage.open('tray');
    const shapes = await page.locator('.colo-tray-shape path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    expect(new Set(shapes).size).toBe(4);
    for (const box of await Promise.all((await page.getByRole('toolbar').getByRole('button').all()).map((button) => button.boundingBox())))
      expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(24);
  });
}
