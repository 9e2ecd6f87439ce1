import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';
import { wellCases } from './well.ts';

async function say(page: Page, text: string): Promise<void> {
  await page.locator('.colo-chat textarea').fill(text);
  await page.locator('.colo-chat textarea').press('Enter');
}

/** The states of the chat, and what comes of a proposal. */
export function chatCases(stage: Stage): void {
  wellCases(stage, 'chat', {
    otherwise: async (page, name) => {
      if (/off|not stored/.test(name)) return await page.locator('.colo-chat p').first().waitFor();
      await say(page, 'Shorten it.');
      await page.locator('.colo-chat-line').first().waitFor();
      if (/hostile|^chat$|without/.test(name)) await page.locator('.colo-chat-change').first().waitFor();
    },
  });

  describe('a proposal', () => {
    it('is applied by change or completely, and undone with one press; changes that no longer apply are skipped', async () => {
      const page = await stage.open('chat');
      await say(page, 'Shorten it.');
      await page.waitForFunction(() => document.title === 'proposal p1');
      const card = page.getByRole('region', { name: 'Proposed change' });
      expect(await card.innerText()).toContain('The text has changed, so this can no longer be applied.');
      await card.getByRole('listitem', { name: 'Change 1 of 3: Title' }).focus();
      await page.keyboard.press(']');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Change 2 of 3: Text');
      await page.keyboard.press('Control+Enter');
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
      await expect.poll(focused).toBe('Change 3 of 3: Text');
      expect(await page.locator('[data-body]').innerText()).toContain('The clerk says so.');
      expect(await page.locator('[data-title]').innerText()).toBe('Budget approved in a night sitting');
      await card.getByRole('button', { name: 'Apply all' }).click();
      expect([await page.locator('[data-title]').innerText(), await page.locator('[data-steps]').innerText()]).toEqual([
        'Council finds the money',
        '2',
      ]);
      await card.getByRole('button', { name: 'Undo' }).click();
      expect(await focused()).toBe('Change 1 of 3: Title');
      expect(await page.locator('[data-body]').innerText()).toContain('Everybody says so.');
      expect([await page.locator('[data-title]').innerText(), await page.locator('[data-steps]').innerText()]).toEqual([
        'Budget approved in a night sitting',
        '0',
      ]);
    });

    it('is shown but cannot be applied without an open editor', async () => {
      const page = await stage.open('chat, without an editor');
      await say(page, 'Shorten it.');
      await page.getByText('Open the editor to apply changes.').waitFor();
      expect(await page.getByRole('button', { name: /Apply/ }).count()).toBe(0);
    });
  });

  messageCases(stage);
}

/** What becomes of messages and replies. */
function messageCases(stage: Stage): void {
  it('announces a reply once, shows no pictures of a model, and restores the last message', async () => {
    const page = await stage.open('chat');
    await say(page, 'Shorten it.');
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent === 'The assistant has replied.');
    await page.locator('.colo-chat-log strong', { hasText: 'shorter' }).waitFor();
    expect(await page.locator('.colo-chat img').count()).toBe(0);
    await page.locator('.colo-chat textarea').press('ArrowUp');
    expect(await page.locator('.colo-chat textarea').inputValue()).toBe('Shorten it.');
  });

  it('shows the end of the conversation as it grows, but not to whoever reads back', async () => {
    const page = await stage.open('chat');
    const log = page.locator('.colo-chat-log');
    const below = () => log.evaluate((each) => each.scrollHeight - each.scrollTop - each.clientHeight);
    await say(page, `Shorten it.${'\nPlease.'.repeat(60)}`);
    await page.locator('.colo-chat-change').first().waitFor();
    await expect.poll(below).toBeLessThan(2);
    await log.evaluate((each) => each.scrollTo(0, 0));
    await page.locator('.colo-chat-lines').evaluate((each) => each.append('More.'));
    expect(await log.evaluate((each) => each.scrollTop)).toBe(0);
  });

  it('refuses a message that is too long with its reason, and cuts nothing off', async () => {
    const page = await stage.open('chat');
    await say(page, 'y'.repeat(8001));
    await page.locator('.colo-field-error', { hasText: 'At most 8,000 characters can be sent at once. This has 8,001' }).waitFor();
    expect((await page.locator('.colo-chat textarea').inputValue()).length).toBe(8001);
    expect(await page.locator('.colo-chat-line').count()).toBe(0);
  });

  it('keeps a rejected message, to be sent again', async () => {
    const page = await stage.open('chat, refused');
    await say(page, 'Shorten it.');
    await page.locator('.colo-chat-log').getByText('No model is there to ask.').waitFor();
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.locator('.colo-chat-log').getByText('No model is there to ask.').waitFor();
    expect(await page.locator('.colo-chat-line').count()).toBe(1);
  });

  it('is shown beside the text of an editor, and sends no request before it is opened', async () => {
    const page = await stage.open('editor');
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('.colo-chat').count()).toBe(0);
    await page.getByRole('tab', { name: 'Talk' }).click();
    await page.locator('.colo-chat textarea').waitFor();
  });
}
