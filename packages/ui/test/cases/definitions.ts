import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';
import { type Shown, wellCases } from './well.ts';

const sent = async (page: Page) =>
  (await page.evaluate(() => document.body.dataset['sent'] ?? '')).split(';\n').filter((each) => each !== '');
const did = (page: Page) => page.locator('[data-did]').textContent();

const SHOWN: Shown = {
  'governance manager': async (page) => {
    await page.locator('.colo-gov-row [aria-expanded]').nth(2).click();
    await page.locator('.colo-form').waitFor();
  },
  'governance editors': async (page) => {
    await page.locator('.colo-form button[type=submit]').first().click();
    await page.locator('.colo-field-error').first().waitFor();
  },
};

/** The states of what pieces are judged by, and how it is changed. */
export function definitionsCases(stage: Stage): void {
  wellCases(stage, 'definitions', { shown: SHOWN, otherwise: (page) => page.locator('.colo-gov-row, .colo-form').first().waitFor() });

  describe('the manager', () => {
    it('shows the origin and use of each definition, stores changes of built-in ones, and does not delete used ones', async () => {
      const page = await stage.open('governance manager');
      const row = (name: string) => page.locator('.colo-gov-row', { hasText: name }).first();
      await row('The desk').waitFor();
      expect(await row('The desk').innerText()).toContain('custom');
      expect(await row('Safety').innerText()).toMatch(/built in[^]*used by Publication/);
      await page.getByRole('button', { name: 'Edit Safety' }).click();
      await page.getByRole('textbox', { name: 'Instructions for the AI' }).fill('Name no minors.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.colo-form').waitFor({ state: 'detached' });
      expect((await sent(page))[0]).toContain('post /content-governance-policies  {"key":"safety","label":"Safety"');
      await page.getByRole('button', { name: 'Edit The desk' }).click();
      expect(await page.getByRole('textbox', { name: 'Key' }).getAttribute('readonly')).not.toBeNull();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.colo-form').waitFor({ state: 'detached' });
      expect((await sent(page))[1]).toMatch(/^patch \/content-governance-policies\/\{id\} 4 \{"label"/);
      await page.getByRole('button', { name: 'Delete The desk' }).click();
      await page.getByText('The policy desk is in use: profile publication names it. Take it out of profile publication first.').waitFor();
      await page.getByRole('button', { name: 'Check pieces publication' }).click();
      await page.getByText('1 of the latest 2 pieces are ready').waitFor();
    });

    it('is read-only for non-admins', async () => {
      const page = await stage.open('governance manager, as a reader of German');
      await page.getByText('Administratoren ändern, was hier steht.').waitFor();
      expect(await page.getByRole('button', { name: /Ändern|Neue/ }).count()).toBe(0);
    });
  });

  it('keeps rejected input, focuses the error summary, and moves rows by keys', async () => {
    const page = await stage.open('governance editors');
    const policy = page.getByRole('form', { name: 'New policy' });
    await policy.getByRole('textbox', { name: 'Name' }).fill('House style');
    await page.locator('.colo-form').first().getByRole('button', { name: 'Save' }).click();
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('1 field needs correction.'));
    expect(await page.locator('.colo-form').first().getByRole('textbox', { name: 'Key' }).getAttribute('aria-invalid')).toBe('true');
    const profile = page.getByRole('form', { name: 'Publication' });
    await profile.getByRole('combobox').first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent === 'Facts, now 2 of 4');
    await page.evaluate(async () => {
      // A held key: each press arrives before a timer runs.
      for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true }));
        await Promise.resolve();
      }
    });
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent === 'Facts, now 1 of 4');
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent === 'Facts, now 2 of 4');
    await profile.getByRole('button', { name: 'Remove Disclosure' }).click();
    await profile.getByRole('button', { name: 'Save' }).click();
    await page.waitForFunction(() => document.querySelector('[data-did]')?.textContent === 'safety facts desk');
    const assignment = page.getByRole('form', { name: 'article' });
    await assignment.getByRole('checkbox', { name: 'Enabled' }).uncheck();
    await assignment.getByRole('button', { name: 'Save' }).click();
    await page.waitForFunction(() => document.querySelector('[data-did]')?.textContent?.includes('"enabled":false'));
    expect(await did(page)).toContain('"variant":null');
  });
}
