import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
import type { Stage } from '../browser/stage.ts';
import { type Shown, wellCases } from './well.ts';

const text = (page: Page) => page.locator('.cm-content');
/** The Markdown of the text. */
const written = (page: Page) => page.evaluate(() => globalThis.livePage.text());
const state = (page: Page) => page.locator('[data-save-state]').innerText();
const sent = async (page: Page) =>
  (await page.evaluate(() => document.body.dataset['sent'] ?? '')).split(';\n').filter((each) => each !== '');
const told = (page: Page) => page.locator('[data-told]').textContent();

async function ready(page: Page, name: string): Promise<void> {
  if (name === 'editor, read only') await page.locator('.colo-editor-readonly-title').waitFor();
  else if (!/loading|not found/.test(name)) await text(page).waitFor();
}

/** Opens a story and waits for the surface of the text. */
async function openEditor(stage: Stage, name: string): Promise<Page> {
  const page = await stage.open(name);
  await ready(page, name);
  return page;
}

async function changeTitle(page: Page, title: string): Promise<void> {
  await page.locator('.colo-editor-title textarea').fill(title);
  await page.keyboard.press('Control+s');
}

const SHOWN: Shown = {
  editor: async (page) => {
    await page.getByRole('button', { name: 'Let the assistant write' }).click();
    for (const fold of await page.locator('.colo-fold-title').all()) await fold.click();
    await page.getByText('old.png').waitFor();
  },
  'editor, nothing can be saved': (page) => page.locator('.colo-editor-head [data-kind=main]').click(),
  'editor, merged': async (page) => {
    await changeTitle(page, 'Budget approved by night');
    await page.locator('.colo-notice').first().waitFor();
  },
  'editor, refused': async (page) => {
    await changeTitle(page, 'Budget');
    await page.locator('.colo-field-error').first().waitFor();
  },
  'editor, refused slug': async (page) => {
    await changeTitle(page, 'Budget');
    await page.locator('.colo-field-error').first().waitFor();
  },
  'editor, gone': async (page) => {
    await changeTitle(page, 'Budget');
    await page.getByText('Restore it from the trash and save again, or copy your text into a new piece.').waitFor();
  },
  'editor, offline': async (page) => {
    await changeTitle(page, 'Budget');
    await page.locator('.colo-notice').first().waitFor();
  },
  'editor, signed out': async (page) => {
    await changeTitle(page, 'Budget');
    await page.locator('.colo-notice').first().waitFor();
  },
  'editor, translation': async (page) => {
    await page.getByRole('region', { name: 'Original (English)' }).getByText('The council met on Monday').waitFor();
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.locator('.colo-editor-original ins').first().waitFor();
  },
  'editor, HTML': (page) => page.locator('.colo-editor-modes button').nth(2).click(),
};

/** The states of the editor, its keys, and what it keeps. */
export function editorCases(stage: Stage): void {
  wellCases(stage, 'editor', {
    except: ['editor, 100 KB'],
    otherwise: async (page, name) => {
      await ready(page, name);
      await SHOWN[name]?.(page);
    },
  });

  describe('writing', () => writingCases(stage));
  describe('help with writing', () => helpCases(stage));
  describe('beside the text', () => asideCases(stage));
  describe('time zones', () => zoneCases(stage));
  describe('the menu', () => menuCases(stage));
  describe('the status', () => statusCases(stage));
  describe('concurrent edits', () => othersCases(stage));
  describe('errors', () => faultCases(stage));
  describe('an assistant, pictures and rich text', () => takenInCases(stage));
}

function writingCases(stage: Stage): void {
  it('saves only what changed, announces it, and calls the host', async () => {
    const page = await openEditor(stage, 'editor');
    await text(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('So it was.');
    expect(await state(page)).toMatch(/^Unsaved changes/);
    await page.locator('[data-save-state]', { hasText: 'kept on this device' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.locator('[data-save-state=saved]').waitFor();
    expect(await sent(page)).toEqual([expect.stringMatching(/^patch \/contents\/\{id\} \{"body":"[^]*So it was\."\}$/)]);
    expect([await told(page), await page.getByRole('status').first().innerText()]).toEqual(['saved 4', 'Saved.']);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('colophon:')))).toEqual([]);
  });

  it('formats by keys and by a toolbar with one tab stop, and leaves unedited text unchanged', async () => {
    const page = await openEditor(stage, 'editor, new');
    await text(page).click();
    await page.keyboard.type('It rained');
    for (const key of ['Control+Shift+ArrowLeft', 'Control+b', 'End', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Quote' }).click();
    await page.keyboard.type('So');
    expect(await written(page)).toBe('It **rained**\n> So');
    await page.getByRole('button', { name: 'Bold' }).focus();
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Picture');
    expect(await page.getByRole('toolbar', { name: 'Formatting' }).locator('[tabindex="0"]').count()).toBe(1);
  });

  it('links words to a published piece that is found by its title, or to an address', async () => {
    const page = await openEditor(stage, 'editor, published');
    await text(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('See the flood');
    for (const key of ['Control+Shift+ArrowLeft', 'Control+k']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: 'Insert a link' });
    await dialog.waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter an address, or the title of a published piece.').waitFor();
    await page.keyboard.type('flood');
    await dialog.getByRole('button', { name: 'Flood at the mill' }).waitFor();
    expect(await faultsOf(page, 'editor links')).toEqual([]);
    await dialog.getByRole('button', { name: 'Flood at the mill' }).click();
    await expect.poll(() => written(page)).toContain('See the [flood](#/articles/3)');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await dialog.waitFor();
    await page.keyboard.type('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter an address, or the title').waitFor();
    await dialog.getByRole('searchbox').fill('https://a.example/b');
    await page.keyboard.press('Enter');
    await expect.poll(() => written(page)).toContain('[flood](#/articles/3)[https://a.example/b](https://a.example/b)');
  });

  it('is left with Tab, or in a list with Escape and Tab', async () => {
    const page = await openEditor(stage, 'editor, new');
    const inText = () => page.evaluate(() => document.activeElement?.classList.contains('cm-content'));
    await text(page).click();
    await page.keyboard.type('- one');
    await page.keyboard.press('Tab');
    expect([await inText(), await written(page)]).toEqual([true, '  - one']);
    for (const key of ['Escape', 'Tab']) await page.keyboard.press(key);
    expect(await inText()).toBe(false);
    await page.keyboard.press("Control+'");
    expect(await inText()).toBe(true);
  });
}

function helpCases(stage: Stage): void {
  it('shows an outline whose sections are moved by keys', async () => {
    const page = await openEditor(stage, 'editor, new');
    await text(page).click();
    await page.keyboard.insertText('# One\n\na\n\n# Two\n\nb\n');
    const entry = page.getByRole('navigation', { name: 'Outline' }).getByRole('button', { name: 'Two' });
    // The help with writing is loaded once an editor is there: a key before that does nothing.
    const open = async (): Promise<number> => {
      if ((await entry.count()) === 0) await page.keyboard.press('Control+Shift+O');
      return entry.count();
    };
    await expect.poll(open, { timeout: 20_000, interval: 1000 }).toBe(1);
    expect(await faultsOf(page, 'editor outline')).toEqual([]);
    await entry.focus();
    await page.keyboard.press('Alt+ArrowUp');
    expect(await written(page)).toBe('# Two\n\nb\n\n# One\n\na\n');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('status').filter({ hasText: 'no section of this level' }).first().waitFor();
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.classList.contains('cm-content'))).toBe(true);
  });

  it('quiets all but the paragraph that is written, and counts words towards a goal, until they are told otherwise', async () => {
    const page = await openEditor(stage, 'editor');
    await page.getByRole('button', { name: 'Writing', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Focus on the paragraph' }).click();
    await page.locator('.colo-dim').first().waitFor();
    await page.getByRole('button', { name: 'Goal', exact: true }).click();
    await page.getByRole('textbox', { name: 'Words' }).fill('none');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a number from 1').waitFor();
    await page.getByRole('textbox', { name: 'Words' }).fill('800');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('progressbar', { name: 'Words of the goal of 800' }).getAttribute('value')).toBe('23');
    expect(await faultsOf(page, 'editor focus and goal')).toEqual([]);
    await stage.open('editor', { keeps: true });
    await page.getByRole('button', { name: 'of 800' }).waitFor();
    await page.locator('.colo-dim').first().waitFor();
  });

  it('shows a preview, beside the text or instead of it', async () => {
    const page = await openEditor(stage, 'editor');
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.getByRole('heading', { name: 'The night sitting' }).waitFor();
    await page.keyboard.press('Control+Shift+p');
    expect(await page.locator('.colo-editor-main').getByText('23 words').count()).toBe(1);
  });
}

function asideCases(stage: Stage): void {
  const selected = (page: Page) => page.locator('[role=tab][aria-selected=true]').innerText();

  it('shows one place at a time, walked with the arrow keys, and keeps what was done in each', async () => {
    const page = await openEditor(stage, 'editor');
    expect(await selected(page)).toBe('Details');
    await page.getByRole('textbox', { name: 'Slug', exact: true }).fill('typed-and-left');
    await page.getByRole('tab', { name: 'Details' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Talk');
    expect(await page.getByRole('tabpanel').count()).toBe(1);
    expect(await page.getByRole('textbox', { name: 'Slug', exact: true }).count()).toBe(0);
    await page.keyboard.press('Home');
    expect(await page.getByRole('textbox', { name: 'Slug', exact: true }).inputValue()).toBe('typed-and-left');
  });

  it('opens where the same person left it, on this device', async () => {
    const page = await openEditor(stage, 'editor');
    await page.getByRole('tab', { name: 'Talk' }).click();
    await stage.open('editor, read from the server', { keeps: true });
    await text(page).waitFor();
    expect(await selected(page)).toBe('Talk');
    await stage.open('editor, read from the server');
    await text(page).waitFor();
    expect(await selected(page)).toBe('Details');
  });

  it('shows the details if the first fault is there', async () => {
    const page = await openEditor(stage, 'editor, refused slug');
    await page.getByRole('tab', { name: 'Talk' }).click();
    await changeTitle(page, 'Budget');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await selected(page)).toBe('Details');
  });
}

function zoneCases(stage: Stage): void {
  it('interprets publication dates in the newsroom’s time zone, even at daylight saving changes', async () => {
    // The browser is in New York, the newsroom in Berlin.
    const page = await openEditor(stage, 'editor');
    const field = page.getByLabel(/^Publish at \(Europe\/Berlin\)/);
    // Half past two is there twice: it is the first.
    await field.fill('2026-10-25T02:30');
    await page.keyboard.press('Control+s');
    await page.locator('[data-save-state=saved]').waitFor();
    expect((await sent(page)).at(-1)).toBe('patch /contents/{id} {"publishAt":"2026-10-25T00:30:00.000Z"}');
    // Half past two is left out: it is an hour later, and says so.
    await field.fill('2026-03-29T02:30');
    expect(await field.inputValue()).toBe('2026-03-29T03:30');
    await page.keyboard.press('Control+s');
    await page.waitForFunction(() => document.body.dataset['sent']?.includes('2026-03-29T01:30:00.000Z'));
  });
}

function menuCases(stage: Stage): void {
  it('offers the actions of a list row, and deletes after a confirmation', async () => {
    const page = await openEditor(stage, 'editor, published');
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More actions' }).click();
    };
    await open();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Unpublish',
      'Archive',
      'View on site',
      'Preview link',
      'Duplicate',
      'Delete',
    ]);
    expect(await page.getByRole('menuitem', { name: 'View on site' }).getAttribute('href')).toBe('#/articles/1');
    await page.getByRole('menuitem', { name: 'Preview link' }).click();
    expect(await told(page)).toBe('preview 1');
    await open();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Budget approved in a night sitting”?' });
    expect(await faultsOf(page, 'editor asks before it deletes')).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await told(page)).toBe('preview 1');
    await open();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await told(page)).toBe('deleted 1');
  });
}

function statusCases(stage: Stage): void {
  const choose = async (page: Page, item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const badge = (page: Page, status: string) => page.locator('.colo-editor-head .colo-label', { hasText: status }).waitFor();
  const items = async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    const offered = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    return offered;
  };

  it('is shown as a label and changed by the menu, with a confirmation of public changes', async () => {
    const page = await openEditor(stage, 'editor');
    expect(await page.getByRole('combobox', { name: 'Status' }).count()).toBe(0);
    expect(await page.locator('.colo-editor-head [data-kind=main]').allInnerTexts()).toEqual(['Save']);
    await page.getByRole('button', { name: 'More actions' }).focus();
    for (const key of ['Enter', 'Enter']) await page.keyboard.press(key);
    await badge(page, 'In review');
    await page.getByRole('status').filter({ hasText: 'Status: In review' }).waitFor({ state: 'attached' });
    expect(await items(page)).toEqual(['Back to draft', 'Publish', 'Archive']);
    await choose(page, 'Publish');
    const question = page.getByRole('dialog', { name: 'Publish “Budget approved in a night sitting”?' });
    await question.getByText('It becomes public immediately.').waitFor();
    expect(await faultsOf(page, 'editor asks before it publishes')).toEqual([]);
    await page.keyboard.press('Escape');
    await badge(page, 'In review');
    await choose(page, 'Publish');
    await question.getByRole('button', { name: 'Publish' }).click();
    await badge(page, 'Published');
    expect(await items(page)).toEqual(['Unpublish', 'Archive']);
    await choose(page, 'Unpublish');
    await page.getByRole('dialog').getByText('Readers can no longer see it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await badge(page, 'Draft');
    expect(await sent(page)).toEqual(['review', 'published', 'draft'].map((status) => `patch /contents/{id} {"status":"${status}"}`));
  });

  it('does not change if the server rejects it, and shows the reason', async () => {
    const page = await openEditor(stage, 'editor, refused');
    await choose(page, 'Archive');
    await page.locator('.colo-notice').first().waitFor();
    await badge(page, 'Draft');
    expect(await page.locator('.colo-notice').count()).toBe(1);
    expect(await state(page)).toContain('No changes');
  });

  it('is not changed while saving is disabled', async () => {
    const page = await openEditor(stage, 'editor, nothing can be saved');
    await choose(page, 'Archive');
    await page.getByText('The archive is being moved.').first().waitFor();
    await badge(page, 'Draft');
    expect(await sent(page)).toEqual([]);
  });

  it('is submitted for review by the main button of those who may not publish', async () => {
    const page = await openEditor(stage, 'editor, of a contributor');
    expect(await page.locator('.colo-editor-head [data-kind=main]').allInnerTexts()).toEqual(['Submit for review']);
    expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await badge(page, 'In review');
    expect(await sent(page)).toEqual(['patch /contents/{id} {"status":"review"}']);
  });

  it('can be shown as a field by hosts that name it', async () => {
    const page = await openEditor(stage, 'editor, status as a field');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('review');
    await page.keyboard.press('Control+s');
    await badge(page, 'In review');
  });
}

function othersCases(stage: Stage): void {
  it('merges what others saved into the form without a draft, says so, and saves it with the next press', async () => {
    const page = await openEditor(stage, 'editor, merged');
    await changeTitle(page, 'Budget approved by night');
    await page.getByText('Someone else saved this piece in the meantime.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Theirs');
    await page.keyboard.press('Control+s');
    await page.locator('[data-save-state=saved]').waitFor();
    expect((await sent(page)).at(-1)).toBe('patch /contents/{id} {"title":"Budget approved by night"}');
  });
}

function faultCases(stage: Stage): void {
  it('shows errors at their fields, focuses the first, and suggests a free slug', async () => {
    const page = await openEditor(stage, 'editor, refused');
    await changeTitle(page, 'Budget');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await page.getByRole('button', { name: 'Use budget-approved-2' }).click();
    expect(await page.getByRole('textbox', { name: 'Slug', exact: true }).inputValue()).toBe('budget-approved-2');
  });

  it.each([
    ['offline', 'the connection is back', 'Offline.'],
    ['signed out', 'the user has signed in again', 'Your session has expired.'],
  ])('%s saves automatically when %s, with what was typed meanwhile', async (name, _when, notice) => {
    const page = await openEditor(stage, `editor, ${name}`);
    await changeTitle(page, 'Budget');
    await page.getByText(notice).first().waitFor();
    // The header stays in view, the notice may be far up the page.
    expect(await state(page)).toMatch(/^Not saved/);
    await page.locator('.colo-editor-title textarea').fill('Budget, and more');
    await page.getByText(notice).first().waitFor();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.locator('[data-save-state=saved]').waitFor();
    expect((await sent(page)).at(-1)).toBe('patch /contents/{id} {"title":"Budget, and more"}');
  });

  it('offers unsaved input of an earlier visit, and restores it', async () => {
    const page = await openEditor(stage, 'editor, offline');
    await page.locator('.colo-editor-title textarea').fill('Typed and not saved');
    await page.reload();
    await page.getByText(/You have unsaved edits from/).waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await page.getByRole('dialog').locator('ins').first().innerText()).toContain('Typed and not saved');
    expect(await faultsOf(page, 'editor compares a draft')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    expect(await page.locator('.colo-editor-title textarea').inputValue()).toBe('Typed and not saved');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    expect(await page.locator('.colo-editor-title textarea').inputValue()).toBe('Budget approved in a night sitting');
  });

  it('says why saving is disabled, when Save is pressed', async () => {
    const page = await openEditor(stage, 'editor, nothing can be saved');
    await changeTitle(page, 'Budget');
    expect(await page.locator('.colo-editor-reason').innerText()).toBe('The archive is being moved.');
    expect(await sent(page)).toEqual([]);
  });
}

function takenInCases(stage: Stage): void {
  it('undoes the changes of an assistant with one press, even after later edits', async () => {
    const page = await openEditor(stage, 'editor');
    await page.getByRole('button', { name: 'Let the assistant write' }).click();
    await page.getByText('met on Tuesday').waitFor();
    await text(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Later.');
    await page.keyboard.press('Control+Alt+z');
    await page.getByText('met on Monday').waitFor();
    expect(await text(page).innerText()).toContain('Later.');
    expect(await page.locator('.colo-editor-title textarea').inputValue()).toBe('Budget approved in a night sitting');
  });

  it('asks for the alternative text of a pasted picture, uploads it, inserts it at the caret, and attaches it', async () => {
    const page = await openEditor(stage, 'editor, new');
    await text(page).click();
    await page.keyboard.type('Here: ');
    await pasteFile(page);
    const dialog = page.getByRole('dialog', { name: 'What does mill.png show?' });
    await dialog.getByRole('button', { name: 'Insert' }).click();
    expect(await dialog.innerText()).toContain('Enter an alternative text');
    await page.keyboard.type('The mill [old]');
    await page.keyboard.press('Enter');
    await expect.poll(() => written(page)).toContain(String.raw`Here: ![The mill \[old\]](data:image`);
    await changeTitle(page, 'Mill');
    await page.locator('[data-save-state=saved]').waitFor();
    const requests = await sent(page);
    expect(requests.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
      'post /assets/upload',
      'post /contents',
      'post /contents/{id}/assets',
    ]);
    expect(requests[1]).toContain('"thumbnailAssetId":"a1"');
  });

  it('converts pasted rich text to Markdown, without active content', async () => {
    const page = await openEditor(stage, 'editor, new');
    await text(page).click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/html', '<h2>News</h2><p>It <b>rained</b>. <a href="javascript:alert(1)">Look</a><script>alert(2)</script></p>');
      data.setData('text/plain', 'News It rained.');
      document
        .querySelector('.cm-content')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => written(page)).toBe('## News\n\nIt **rained**. Look');
  });

  it('renders the preview of 100 KB when typing pauses, since that takes longer than a frame', async () => {
    const page = await openEditor(stage, 'editor, 100 KB');
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.locator('.colo-markdown-rendered').waitFor();
    await text(page).click();
    await page.keyboard.press('Control+Home');
    await page.evaluate(() => {
      const preview = document.querySelector('.colo-editor-preview');
      new MutationObserver(() => (document.body.dataset['rendered'] = 'yes')).observe(preview!, { childList: true, subtree: true });
    });
    await page.keyboard.type('Typed without a pause. ', { delay: 40 });
    expect(await page.evaluate(() => document.body.dataset['rendered'])).toBeUndefined();
    await page.locator('.colo-markdown-rendered', { hasText: 'Typed without a pause.' }).waitFor();
  });

  it('handles typing in 100 KB without long frames', async () => {
    const page = await openEditor(stage, 'editor, 100 KB');
    await text(page).click();
    await page.keyboard.type('Warm-up it.');
    await page.evaluate(() => {
      const longest = { frame: 0 };
      Object.assign(globalThis, { longest });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { scripts?: { duration: number }[] }[])
          for (const script of entry.scripts ?? []) longest.frame = Math.max(longest.frame, script.duration);
      }).observe({ type: 'long-animation-frame', buffered: false });
    });
    await page.keyboard.type('It rained all night long, and on.');
    const longest = await page.evaluate(() => (globalThis as unknown as { longest: { frame: number } }).longest.frame);
    process.stdout.write(`typing in 100 KB: the longest script in a long frame took ${Math.round(longest)} ms\n`);
    expect((await text(page).innerText()).includes('It rained all night long')).toBe(true);
  });
}

async function pasteFile(page: Page): Promise<void> {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([137, 80, 78, 71])], 'mill.png', { type: 'image/png' }));
    document
      .querySelector('.cm-content')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
}
