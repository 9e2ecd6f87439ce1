import { describe, expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';
import { wellCases } from './well.ts';

/** The tray of reviews, and the choices where two edits meet. */
export function contentCases(stage: Stage): void {
  wellCases(stage, 'content');

  describe('the tray of reviews', () => trayOfReviewsCases(stage));

  describe('conflicts', () => twoEditsThatMeetCases(stage));
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

function twoEditsThatMeetCases(stage: Stage): void {
  it('open a dialog with who saved and what was merged automatically', async () => {
    const page = await stage.open('merge');
    const dialog = page.getByRole('dialog', { name: 'Ada Okoye saved this at 10:41' });
    expect(await dialog.innerText()).toContain('Merged automatically: Description, Text, and Tags');
    expect(
      await dialog.getByRole('group').evaluateAll((groups) => groups.map((group) => group.querySelector('legend')?.textContent)),
    ).toEqual(['Title', 'Text, part 1']);
    expect(await dialog.locator('fieldset').nth(1).locator('ins').allInnerTexts()).toEqual(['sat ', 'convened ']);
  });

  it('are resolved by keyboard, and saved when all are resolved', async () => {
    const page = await stage.open('merge');
    const status = () => page.locator('[role=status]').textContent();
    await page.getByRole('button', { name: 'Save merged text' }).press('Enter');
    expect(await page.locator('[role=alert]').textContent()).toBe('Resolve 2 more conflicts to save.');
    expect(await status()).toBe('1 of 2: Title');
    await page.keyboard.press(' ');
    await page.keyboard.press('Alt+ArrowDown');
    expect(await status()).toBe('2 of 2: Text, part 1');
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByRole('textbox', { name: 'Text, part 1, edited manually' }).fill('assembled ');
    await page.getByRole('button', { name: 'Save merged text' }).press('Enter');
    const saved = JSON.parse((await page.locator('[data-did]').textContent()) ?? '') as Record<string, unknown>;
    expect(saved).toMatchObject({
      title: 'Budget approved in a night sitting',
      body: 'It rained hard.\n\nThe council assembled on Monday and found the money.',
      tags: ['budget', 'night', 'council'],
      description: 'A summary',
    });
  });

  it.each([
    ['Escape', 'closed'],
    ['Save mine as a copy', 'copied'],
    ['Discard mine', 'discarded'],
  ])('can be left: %s', async (how, what) => {
    const page = await stage.open('merge');
    if (how === 'Escape') await page.keyboard.press(how);
    else await page.getByRole('button', { name: how }).click();
    expect(await page.locator('[data-did]').textContent()).toBe(what);
  });

  it('trap the focus, and ignore Escape unless the host handles it', async () => {
    const page = await stage.open('merge, other values');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(1);
    for (let index = 0; index < 8; index += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
      ).toBe(true);
    }
  });
}
