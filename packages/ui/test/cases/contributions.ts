import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';
import { type Shown, wellCases } from './well.ts';

const did = (page: Page) => page.locator('[data-did]').last().textContent();

const SHOWN: Shown = {
  'contribution form': async (page) => {
    await page.locator('button[type=submit]').click();
    await page.locator('.colo-field-error').first().waitFor();
  },
  'contribution managers': async (page) => {
    for (const index of [0, 2]) await page.locator('.colo-gov-row [aria-expanded]').nth(index).click();
    await page.locator('.colo-form').nth(1).waitFor();
  },
};

/** The states of what people send in, and what is done with it. */
export function contributionsCases(stage: Stage): void {
  wellCases(stage, 'contributions', { shown: SHOWN });

  describe('a form for readers', () => formCases(stage));
  describe('the inbox', () => inboxCases(stage));
  describe('other components', () => restCases(stage));
}

function formCases(stage: Stage): void {
  it('reports missing input, keeps input over a reload, and deletes it once it is sent', async () => {
    const page = await stage.open('contribution form');
    await page.getByRole('textbox', { name: 'Text' }).fill('The oak is old.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'contributorEmail');
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('The oak is old.');
    await page.getByRole('textbox', { name: 'Your email address' }).fill('ada@example.org');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Thank you. We received your contribution.').first().waitFor();
    expect(await did(page)).toContain('"typeKey":"letter","contributorEmail":"ada@example.org"');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('shows the rules before files are selected, and errors of selected ones', async () => {
    const page = await stage.open('contribution form');
    await page.getByText('Up to 2 files, 50 MB in total. Accepted file types: image/*.').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'a.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }]);
    await page.getByText('The file type of a.exe is not accepted.').waitFor();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('photo');
    expect(await page.getByRole('textbox', { name: 'Text' }).count()).toBe(0);
  });

  it('can be submitted without a script', async () => {
    const page = await stage.open('contribution form, refused');
    const form = page.locator('form');
    expect([await form.getAttribute('method'), await form.getAttribute('enctype')]).toEqual(['post', 'multipart/form-data']);
    expect(await form.locator('[name]').evaluateAll((all) => all.map((each) => each.getAttribute('name')))).toEqual([
      'typeKey',
      'contributorName',
      'contributorEmail',
      'title',
      'body',
      'files',
      'website',
    ]);
    await page.getByRole('textbox', { name: 'Text' }).fill('x');
    await page.getByRole('textbox', { name: 'Your email address' }).fill('ada@example.org');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('The text says “casino”.').waitFor();
  });
}

function inboxCases(stage: Stage): void {
  it('is operated by keys, and selects the next pending one after a decision', async () => {
    const page = await stage.open('inbox');
    await page.locator('.colo-inbox-row').first().focus();
    await page.keyboard.press('j');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Letter to the editor'));
    await page.keyboard.press('ArrowUp');
    await page.getByRole('article', { name: 'Flood at the mill' }).waitFor();
    await page.getByRole('combobox', { name: 'Approve as' }).selectOption('review');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    expect(await did(page)).toBe('approve c1 {"targetStatus":"review"}');
    await page.getByRole('article', { name: 'Letter to the editor' }).waitFor();
    expect(await page.getByRole('status').first().textContent()).toBe('Approved.');
  });

  it('requires a note for requesting changes, and a second press for rejecting', async () => {
    const page = await stage.open('inbox');
    await page.getByRole('button', { name: 'Request changes' }).click();
    await page.getByText('Describe the requested changes.').waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    expect(await did(page)).toBe('');
    await page.getByRole('button', { name: 'Press again to reject.' }).click();
    expect(await did(page)).toBe('reject c1 {}');
  });

  it('shows quarantined files only as downloads, and the changes between revisions', async () => {
    const page = await stage.open('inbox');
    expect(await page.getByRole('link', { name: 'Download macro.docm' }).getAttribute('href')).toBe(
      '/api/v1/content-contribution-attachments/f2/file',
    );
    expect(await page.locator('img').count()).toBe(0);
    await page.getByText('image/png, 120 kB, 4,000 × 3,000 pixels').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'message.eml' }).getByText('the whole mail: not all of it could be read').waitFor();
    await page.getByText('Revisions').click();
    expect(await page.locator('.colo-diff ins').innerText()).toContain('four');
  });

  it('reports a decision by someone else', async () => {
    const page = await stage.open('inbox, somebody else was first');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Li Wen rejected it at 10:41.').waitFor();
  });
}

function restCases(stage: Stage): void {
  it('a portal shows requested changes first, and withdraws after a confirmation', async () => {
    const page = await stage.open('portal');
    const row = page.locator('.colo-gov-row', { hasText: 'How old is the oak?' });
    await row.getByRole('button', { name: /^Edit/ }).click();
    expect(await did(page)).toBe('revise c3');
    await row.getByRole('button', { name: /^Withdraw/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.waitForFunction(() => document.querySelector('[data-did]')?.textContent === 'withdraw c3');
    expect(await page.getByRole('button', { name: 'Withdraw The market' }).count()).toBe(0);
  });

  it('a type is changed, checked with a file, and not deleted while in use', async () => {
    const page = await stage.open('contribution managers');
    await page.getByRole('button', { name: 'Delete Photographs' }).click();
    await page.getByText('3 contributions of the type photo are still open. Disable the type first.').waitFor();
    await page.getByRole('button', { name: 'Edit Letters to the editor' }).click();
    await page.locator('input[type=file]').setInputFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]);
    await page.getByText('This file type is not accepted.').waitFor();
    await page.getByRole('checkbox', { name: 'Email' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForFunction(() => document.querySelector('[data-did]')?.textContent?.includes('"allowedChannels":["web","email"]'));
    await page.getByRole('button', { name: 'New type' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 field needs correction.').waitFor();
  });

  it('a contributor gets a trust level, or is erased after a confirmation', async () => {
    const page = await stage.open('contribution managers');
    await page.getByRole('button', { name: 'Edit Jo' }).click();
    await page.getByRole('combobox', { name: 'Trust level' }).selectOption('trusted');
    await page.getByText('can become pieces without review').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForFunction(() => document.querySelector('[data-did]')?.textContent === 'person trusted');
    await page.getByRole('button', { name: 'Erase Jo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
    await page.waitForFunction(() => document.querySelector('[data-did]')?.textContent === 'erased p1');
  });
}
