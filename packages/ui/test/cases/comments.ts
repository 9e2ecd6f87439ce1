import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
import type { Stage } from '../browser/stage.ts';
import { wellCases } from './well.ts';

const said = async (page: Page) =>
  (await page.evaluate(() => document.body.dataset['said'] ?? '')).split(';\n').filter((each) => each !== '');
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('.colo-field')?.querySelector('label')?.textContent);

/** What the staff says about a piece: threads, answers, mentions, and the words in the text that they are about. */
export function commentsCases(stage: Stage): void {
  wellCases(stage, 'comments', {
    shown: {
      'comments, refused': async (page) => {
        await page.getByRole('button', { name: 'Reply' }).first().click();
        await page.getByLabel('Reply', { exact: true }).fill('The clerk.');
        await page.keyboard.press('Control+Enter');
        await page.getByText('This comment was deleted in the meantime.').waitFor();
      },
      'editor, commented': async (page) => {
        await page.locator('.colo-comment-mark').waitFor();
        await page.getByRole('tab', { name: 'Talk (3)' }).click();
        await page.locator('.colo-comments-thread').first().waitFor();
      },
    },
    otherwise: (page) => page.locator('.colo-comments-thread, .colo-comments > .colo-quiet').first().waitFor(),
  });

  describe('threads', () => threadCases(stage));
  describe('beside the text', () => editorCases(stage));
}

function threadCases(stage: Stage): void {
  it('are answered with Mod+Enter, resolved, and opened again', async () => {
    const page = await stage.open('comments');
    // What was sent is quoted no longer.
    expect(await page.locator('.colo-comments-box .colo-comments-quote').count()).toBe(0);
    await page.getByLabel('Comment on the piece').waitFor();
    const thread = page.getByRole('listitem', { name: 'Thread by Li Wen' }).first();
    await thread.getByRole('button', { name: 'Reply' }).click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await page.keyboard.type('It was the clerk.');
    await page.keyboard.press('Control+Enter');
    await thread.getByText('It was the clerk.').waitFor();
    await thread.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('Resolved (2)').click();
    expect(await page.locator('[data-told]').innerText()).toBe('2');
    await page.getByRole('button', { name: 'Reopen' }).first().click();
    await page.getByText('Resolved (1)').waitFor();
    expect(await said(page)).toEqual([
      'post /contents/{id}/comments {"body":"It was the clerk.","parentId":"c1"}',
      'post /content-comments/{id}/resolve null',
      'post /content-comments/{id}/reopen null',
    ]);
  });

  it('mention colleagues, with completion of names by keys', async () => {
    const page = await stage.open('comments');
    const box = page.getByLabel('Comment on the piece');
    await box.pressSequentially('Please look, @l');
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Li Wen', 'Lía Fernández']);
    expect(await faultsOf(page, 'comments suggest')).toEqual([]);
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    expect(await box.inputValue()).toBe('Please look, @Lía Fernández ');
    await page.getByText('Notified by email: Lía Fernández').waitFor();
    await box.pressSequentially('today');
    await page.keyboard.press('Control+Enter');
    await page.getByText('@Lía Fernández today').waitFor();
    expect(await said(page)).toEqual(['post /contents/{id}/comments {"body":"Please look, @Lía Fernández today","mentions":["u3"]}']);
    expect(await box.inputValue()).toBe('');
  });

  it('mention a colleague amid the text, where the caret stays for the next letter, however soon it is typed', async () => {
    const page = await stage.open('comments');
    const box = page.getByLabel('Comment on the piece');
    await box.fill('Please  about the clerk.');
    await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7));
    await box.pressSequentially('@lía');
    const caret = await box.evaluate(async (area: HTMLTextAreaElement) => {
      area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await Promise.resolve();
      return area.selectionStart;
    });
    expect(caret).toBe('Please @Lía Fernández '.length);
    await page.keyboard.type('asks');
    expect(await box.inputValue()).toBe('Please @Lía Fernández asks about the clerk.');
    expect(await page.getByRole('option').count()).toBe(0);
  });

  it('keep unsent text over a reload, and if it is rejected', async () => {
    const page = await stage.open('comments, refused');
    await page.getByLabel('Comment on the piece').fill('Typed and not sent');
    await page.reload();
    expect(await page.getByLabel('Comment on the piece').inputValue()).toBe('Typed and not sent');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.locator('.colo-comments .colo-notice').waitFor();
    expect(await page.getByLabel('Comment on the piece').inputValue()).toBe('Typed and not sent');
  });

  it('are deleted by a second press, and shown as deleted to those who replied', async () => {
    const page = await stage.open('comments');
    const menu = page.getByRole('button', { name: 'Actions for the comment by Ada Okoye' }).last();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete permanently?' }).click();
    await page.getByText('Is the headline too long?').waitFor({ state: 'detached' });
    expect(await said(page)).toEqual(['delete /content-comments/{id} null']);
  });

  it('show a passage in the text, unless it has changed', async () => {
    const page = await stage.open('comments');
    await page.getByRole('button', { name: 'Show in the text: Everybody says so.' }).click();
    expect(await page.locator('[data-told]').innerText()).toBe('3 c1');
    expect(await page.getByText('Outdated').count()).toBe(1);
    expect(await page.getByRole('button', { name: /^Show in the text/ }).count()).toBe(1);
  });
}

function editorCases(stage: Stage): void {
  it('marks passages, moves between them with F7, and strikes out changed ones', async () => {
    const page = await stage.open('editor, commented');
    await page.locator('.colo-comment-mark').waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('F7');
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('Everybody says so.');
    await page.locator('.colo-comments-thread[data-active]').waitFor();
    expect(await page.getByRole('status').first().textContent()).toBe('Comment 1 of 2, by Li Wen');
    await page.keyboard.type('The clerk said so.');
    await page.locator('.colo-comment-mark').waitFor({ state: 'detached' });
    await page.getByText('Outdated').first().waitFor();
    expect(await page.getByText('Outdated').count()).toBe(2);
  });

  it('offers commenting on the selection, by a button or by keys, and focuses the box', async () => {
    const page = await stage.open('editor, commented');
    await page.locator('.cm-content').waitFor();
    await page.locator('.colo-comment-mark').waitFor();
    const offer = page.locator('.colo-comment-offer').getByRole('button', { name: 'Comment' });
    const box = page.getByLabel('Comment on the passage');
    const isIn = () => page.waitForFunction(() => document.activeElement?.matches('.colo-comments-box textarea'));
    expect(await offer.count()).toBe(0);
    await page.locator('.cm-line', { hasText: 'The council met' }).click();
    for (const key of ['Home', 'Control+Shift+ArrowRight']) await page.keyboard.press(key);
    await offer.waitFor();
    expect(await page.getByRole('status').first().textContent()).toBe('Comment on the selection: Ctrl+Alt+M.');
    expect(await faultsOf(page, 'editor offers a comment')).toEqual([]);
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Comment');
    await page.keyboard.press('Enter');
    await box.waitFor();
    await isIn();
    expect(await page.locator('.colo-comments-box .colo-comments-quote').innerText()).toMatch(/^The/);
    expect(await offer.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.matches('.cm-content'));
    await page.keyboard.press('Control+Alt+m');
    await isIn();
  });

  it('comments on the selection, which is kept while typing, and returns to it with Escape', async () => {
    const page = await stage.open('editor, commented');
    await page.locator('.cm-content').waitFor();
    await page.getByRole('tab', { name: 'Talk (3)' }).click();
    await page.locator('.colo-comments-thread').first().waitFor();
    await page.locator('.cm-line', { hasText: 'the mill' }).click();
    for (const key of ['End', 'Control+Shift+ArrowLeft']) await page.keyboard.press(key);
    await page.getByLabel('Comment on the passage').fill('Which mill?');
    expect(await page.locator('.colo-comments-box .colo-comments-quote').innerText()).toBe('mill');
    await page.keyboard.press('Control+Enter');
    await page.locator('.colo-comment-mark', { hasText: 'mill' }).waitFor();
    const [request] = await said(page);
    expect(JSON.parse(request?.replace('post /contents/{id}/comments ', '') ?? '')).toMatchObject({
      body: 'Which mill?',
      selector: { exact: 'mill', suffix: expect.stringMatching(/^\n- the bridge/) },
    });
    const thread = page.getByRole('listitem', { name: 'Thread by Li Wen' }).first();
    await thread.getByRole('button', { name: 'Reply' }).click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    expect(await focusedName(page)).toBe('Reply');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('Everybody says so.');
  });
}
