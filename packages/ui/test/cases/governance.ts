import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
import type { Stage } from '../browser/stage.ts';
import { type Shown, wellCases } from './well.ts';

const sent = async (page: Page) =>
  (await page.evaluate(() => document.body.dataset['sent'] ?? '')).split(';\n').filter((each) => each !== '');
const told = (page: Page) => page.locator('[data-told]').textContent();
const reviews = (page: Page) => page.getByRole('tab', { name: 'Review' }).click();
const row = (page: Page, label: string) => page.locator('.colo-gov-row', { hasText: label });

const SHOWN: Shown = {
  'governed editor': async (page) => {
    await page.locator('.colo-finding').waitFor();
    await reviews(page);
    await page.locator('.colo-tray button').first().click();
    await page.locator('.colo-gov-findings').waitFor();
  },
  'governed editor, published': async (page) => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('And more.');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').waitFor();
  },
  'governed editor, new': (page) => page.locator('.cm-content').waitFor(),
  'governed editor, changed since publication': (page) => page.getByRole('button', { name: /^Publish again|^Erneut|^النشر/ }).waitFor(),
  'governance panel': async (page) => {
    await page.locator('.colo-gov-row').first().waitFor();
    await page.locator('.colo-gov-row button[aria-expanded]').first().click();
    for (const fold of await page.locator('.colo-gov .colo-fold-title').all()) await fold.click();
    await page.locator('.colo-gov .colo-list-skeleton').first().waitFor({ state: 'detached' });
    await page.locator('[aria-expanded=false].colo-button').first().click();
  },
  'governance panel, plain draft': async (page) => {
    await page.locator('.colo-gov-row').first().waitFor();
    for (const fold of await page.locator('.colo-gov .colo-fold-title').all()) await fold.click();
  },
  'governance panel, no model': async (page) => {
    await page.locator('.colo-gov-row > .colo-actions button').first().click();
    await page.locator('.colo-gov-row .colo-field-error').waitFor();
  },
  'governance panel, failed': (page) => page.locator('.colo-notice').waitFor(),
};

/** The states of what governs a piece, and what is done about them. */
export function governanceCases(stage: Stage): void {
  wellCases(stage, 'governance', { shown: SHOWN, otherwise: (page) => page.locator('.colo-gov-row').first().waitFor() });

  describe('a governed editor', () => editorCases(stage));
  describe('the publish checklist', () => waysOnCases(stage));
  describe('updating a published piece', () => updatingCases(stage));
  describe('what changed since the publication', () => sincePublicationCases(stage));
  describe('a panel', () => panelCases(stage));
  describe('the versions of a panel', () => versionsCases(stage));
}

function editorCases(stage: Stage): void {
  it('moves between findings with F8, and strikes out one whose quote has changed', async () => {
    const page = await stage.open('governed editor');
    await page.locator('.colo-finding').waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('Everybody says so.');
    expect(await page.getByRole('status').first().textContent()).toBe('Finding 1 of 1: No fact supports this');
    await page.keyboard.type('The clerk said so.');
    await page.getByText('You have unsaved changes.').waitFor();
    await reviews(page);
    await page.getByRole('button', { name: /^Facts flagged/ }).click();
    await page.getByText('text has changed', { exact: true }).waitFor();
  });

  it('reviews the current form, and shows the readiness', async () => {
    const page = await stage.open('governed editor');
    await page.getByText('Not ready: 1 of 4 met').waitFor();
    await page.locator('.colo-editor-title textarea').fill('Budget approved by night');
    await reviews(page);
    await page.getByRole('button', { name: /^Facts flagged/ }).click();
    await row(page, 'Facts').getByRole('button', { name: 'Review again' }).click();
    await page.getByText('Not ready: 2 of 4 met').waitFor();
    expect((await sent(page))[0]).toBe('post /contents/{id}/reviews {"policyKey":"facts","draft":{"title":"Budget approved by night"}}');
    expect(await told(page)).toBe('false');
  });

  it('publishes if ready, and otherwise says what is missing', async () => {
    const page = await stage.open('governed editor');
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish this piece' });
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await dialog.getByText('Not published: 3 requirements are not met.').waitFor();
    expect(await faultsOf(page, 'governed editor refuses to publish')).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.locator('.colo-editor-head .colo-label').innerText()).toBe('Draft');
    await reviews(page);
    for (const [label, press, said] of [
      ['Facts', 'Review again', 'accepted'],
      ['Disclosure', 'Check again', 'met'],
    ] as const) {
      await page.locator('.colo-tray button', { hasText: label }).click();
      await row(page, label).getByRole('button', { name: press }).click();
      await page.locator('.colo-tray button', { hasText: `${label}${said}` }).waitFor();
    }
    await page.locator('.colo-tray button', { hasText: 'The desk' }).click();
    await row(page, 'The desk').getByRole('button', { name: 'Give verdict' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Ready to publish').waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await page.locator('.colo-editor-head .colo-label', { hasText: 'Published' }).waitFor();
    expect((await sent(page)).at(-1)).toBe('patch /contents/{id} {"status":"published"}');
    // A published piece is changed by saving it; what takes it back is in the menu.
    expect(await page.getByRole('button', { name: 'Publish…' }).count()).toBe(0);
    expect(await page.locator('.colo-editor-head [data-kind=main]').allInnerTexts()).toEqual(['Update…']);
    await page.getByRole('button', { name: 'More actions' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Unpublish', 'Archive']);
  });
}

function waysOnCases(stage: Stage): void {
  it('links unmet requirements to their fields and reviews, and submits for review what cannot be published yet', async () => {
    const page = await stage.open('governed editor');
    const dialog = page.getByRole('dialog', { name: 'Publish this piece' });
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Publish…' }).click();
      await dialog.getByText('3 requirements must be met before publishing.').waitFor();
    };
    await page.getByText('Not ready: 1 of 4 met').waitFor();
    await reviews(page);
    expect(await page.locator('.colo-tray button', { hasText: 'Disclosure' }).innerText()).toContain('not reviewed yet');
    await open();
    // What is going to be refused does not look ready.
    expect(await dialog.getByRole('button', { name: 'Publish now' }).getAttribute('data-kind')).toBe(null);
    expect(await faultsOf(page, 'governed editor says what is missing')).toEqual([]);
    // What meets a requirement is filled in where it is asked for.
    const disclosure = dialog.locator('.colo-gov-row', { hasText: 'Disclosure' });
    await disclosure.getByRole('button', { name: /^AI disclosure/ }).click();
    await disclosure.getByLabel('Was AI used for the text?').selectOption('No');
    expect(await faultsOf(page, 'governed editor fills in what is missing')).toEqual([]);
    await disclosure.getByRole('button', { name: /^Check/ }).click();
    await dialog.getByText('2 requirements must be met before publishing.').waitFor();
    await dialog.getByRole('button', { name: /^Give verdict/ }).click();
    await dialog.getByRole('group', { name: 'Verdict: The desk' }).getByRole('button', { name: 'Submit verdict' }).click();
    await dialog.getByText('1 requirement must be met before publishing.').waitFor();
    await dialog.getByRole('button', { name: /^Show review/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('tab', { name: 'Review' }).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.colo-editor-head .colo-label', { hasText: 'In review' }).waitFor();
    expect((await sent(page)).at(-1)).toBe('patch /contents/{id} {"status":"review"}');
  });
}

function updatingCases(stage: Stage): void {
  /** Replaces a word of the text by typing. */
  const change = async (page: Page, word: string, by: string): Promise<void> => {
    await page.locator('.cm-content').getByText(word).waitFor();
    await page.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.querySelector('.cm-content')!, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
      }
    }, word);
    await page.locator('.cm-content').focus();
    await page.keyboard.type(by);
  };
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Publish your changes' });

  it('proposes no notice for a slip of the pen, and saves nothing before', async () => {
    const page = await stage.open('governed editor, published');
    await change(page, ' al ', ' all ');
    await page.keyboard.press('Control+s');
    expect(await dialog(page).getByRole('radio', { name: 'No, it is a small change' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await sent(page)).toEqual([]);
    await page.getByRole('button', { name: 'Update…' }).click();
    await dialog(page).getByRole('button', { name: 'Publish changes' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await sent(page)).toEqual([String.raw`patch /contents/{id} {"body":"It cost 12 euro and rained all day.\n"}`]);
  });

  it('proposes a notice for a changed number, asks for its words, and tells readers once even if that fails at first', async () => {
    const page = await stage.open('governed editor, published');
    await change(page, '12', '120');
    await page.getByRole('button', { name: 'Update…' }).click();
    const notice = dialog(page).getByLabel('Notice to readers');
    expect(await notice.inputValue()).toBe('“12” was changed to “120”.');
    await notice.fill(' ');
    await dialog(page).getByRole('button', { name: 'Publish changes' }).click();
    await dialog(page).getByText('Enter the notice to readers.').waitFor();
    expect(await sent(page)).toEqual([]);
    await notice.fill('It cost 120 euro.');
    await dialog(page).getByRole('combobox').selectOption('Clarification');
    await dialog(page).getByRole('button', { name: 'Publish changes' }).click();
    await dialog(page).getByText('The notice to readers is not: try again.').waitFor();
    expect(await faultsOf(page, 'governed editor could not tell readers')).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Publish changes' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const told = 'post /contents/{id}/corrections {"type":"clarification","summary":"It cost 120 euro."}';
    expect(await sent(page)).toEqual([expect.stringMatching(/^patch /), told, told]);
  });
}

function sincePublicationCases(stage: Stage): void {
  it('says what readers do not get yet, and publishes it again with or without a notice', async () => {
    const page = await stage.open('governed editor, changed since publication');
    await page.getByText('Changed since the publication, and not shown to readers yet: pictures and tags.').waitFor();
    expect(await faultsOf(page, 'governed editor, changed since publication')).toEqual([]);
    await page.getByRole('button', { name: 'Publish again…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish your changes' });
    await dialog.getByRole('button', { name: 'Publish changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await sent(page)).toEqual(['post /contents/{id}/publish {}']);
    expect(await page.getByText('not shown to readers yet').count()).toBe(0);
  });
}

function panelCases(stage: Stage): void {
  it('requires a reason for flagging or rejecting', async () => {
    const page = await stage.open('governance panel');
    await row(page, 'The desk').getByRole('button', { name: 'Give verdict' }).click();
    const form = page.getByRole('group', { name: 'Verdict: The desk' });
    await form.getByRole('radio', { name: 'Flag' }).check();
    await form.getByRole('button', { name: 'Submit verdict' }).click();
    expect(await form.innerText()).toContain('Enter a reason');
    await page.keyboard.type('One name is missing.');
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    expect(await sent(page)).toEqual([
      'post /contents/{id}/reviews {"policyKey":"desk","status":"flagged","summary":"One name is missing."}',
    ]);
    expect(await told(page)).toBe('changed');
  });

  it('replaces a superseded fact by the newer one, and creates a new one', async () => {
    const page = await stage.open('governance panel');
    await page.getByText('Facts', { exact: true }).last().click();
    await page.getByRole('button', { name: 'Link newer fact' }).click();
    await page.getByText('It rained on Tuesday.').waitFor();
    await page.getByRole('searchbox', { name: /Search facts/ }).fill('The bridge is new.');
    await page.getByRole('button', { name: 'Add “The bridge is new.” as a new fact' }).click();
    await page.getByText('A new fact').waitFor();
    expect((await sent(page)).map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
      'post /contents/{id}/facts',
      'delete /fact-links/{id}',
      'post /facts',
      'post /contents/{id}/facts',
    ]);
  });

  it('withdraws a piece only if its title is typed', async () => {
    const page = await stage.open('governance panel');
    await page.getByText('Corrections', { exact: true }).click();
    await page.getByRole('button', { name: 'New correction' }).click();
    const form = page.getByRole('group', { name: 'New correction' });
    await form.getByRole('combobox').selectOption('retraction');
    await form.getByRole('textbox', { name: 'Notice to readers' }).fill('It never rained.');
    // Closed by mistake, it keeps what was typed.
    for (let presses = 0; presses < 2; presses += 1) await page.getByRole('button', { name: 'New correction' }).click();
    await form.getByRole('button', { name: 'Publish notice' }).click();
    expect(await form.innerText()).toContain('The title does not match.');
    expect(await sent(page)).toEqual([]);
    await form.getByRole('textbox', { name: /Type the title/ }).fill('Budget approved in a night sitting');
    await form.getByRole('button', { name: 'Publish notice' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await sent(page)).toEqual(['post /contents/{id}/corrections {"type":"retraction","summary":"It never rained."}']);
  });

  it('says what a type does not have, without a problem, and offers no correction of a draft', async () => {
    const page = await stage.open('governance panel, plain draft');
    await page.getByText('Transparency report', { exact: true }).click();
    await page.getByText('Pieces of this type have no transparency report.').waitFor();
    await page.getByText('Corrections', { exact: true }).click();
    await page.getByText('No corrections').waitFor();
    await page.getByRole('button', { name: 'New correction' }).waitFor({ state: 'detached' });
    expect(await page.locator('.colo-notice[data-tone=danger]').count()).toBe(0);
  });

  it('reports that no verdict was recorded if no model is available', async () => {
    const page = await stage.open('governance panel, no model');
    await row(page, 'Facts').getByRole('button', { name: 'Review again' }).click();
    await page.getByText('No model is there to ask. No verdict was recorded. A person can give one.').waitFor();
  });
}

function versionsCases(stage: Stage): void {
  it('shows older versions on request, until the first', async () => {
    const page = await stage.open('governance panel, many versions');
    await page.getByText('Versions', { exact: true }).click();
    const restore = page.getByRole('button', { name: /^Restore version/ });
    const older = page.getByRole('button', { name: 'Show older versions' });
    await older.waitFor();
    expect(await restore.count()).toBe(200);
    // The last one shown can be compared with the previous.
    await page.getByRole('button', { name: 'Compare with previous Version 251' }).waitFor();
    await older.click();
    await page.getByRole('button', { name: 'Restore version 51', exact: true }).waitFor();
    expect(await restore.count()).toBe(400);
    await older.click();
    await page.getByRole('button', { name: 'Restore version 1', exact: true }).waitFor();
    expect([await restore.count(), await older.count()]).toEqual([450, 0]);
  });

  it('compares versions, and restores one after showing the changes', async () => {
    const page = await stage.open('governance panel');
    await page.getByText('Versions', { exact: true }).click();
    await page.getByRole('button', { name: 'Compare with previous Version 2' }).click();
    expect(await page.locator('.colo-gov-compared ins').last().innerText()).toContain('Tuesday');
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored.').waitFor({ state: 'attached' });
    expect(await sent(page)).toEqual(['post /contents/{id}/versions/{versionId}/restore undefined']);
  });
}
