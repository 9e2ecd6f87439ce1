import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';

const CLIPBOARDS = new URL('../fixtures/clipboards/', import.meta.url);

interface Clipboard {
  readonly html?: string;
  readonly text?: string;
}

/** Pastes as a browser does: all forms of one clipboard at once. */
const paste = (page: Page, clipboard: Clipboard) =>
  page.evaluate(({ html, text = 'plain text' }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    data.setData('text/plain', text);
    document
      .querySelector('.cm-content')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, clipboard);

/** The Markdown of the text. */
const written = (page: Page) => page.evaluate(() => globalThis.livePage.text());

async function openNew(stage: Stage): Promise<Page> {
  const page = await stage.open('editor, new');
  await page.locator('.cm-content').click();
  return page;
}

/** Rich and plain text from the clipboards of programs, in a real browser. */
export function pasteCases(stage: Stage): void {
  const names = readdirSync(CLIPBOARDS).filter((name) => name.endsWith('.html'));

  it('writes the Markdown that people would, from the clipboard of every program', async () => {
    const page = await openNew(stage);
    // Pictures of others are not loaded where their source is shown.
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    for (const name of names) {
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      const read = (ending: string) => readFileSync(new URL(name.replace('.html', ending), CLIPBOARDS), 'utf8');
      await paste(page, { html: read('.html') });
      await page.waitForFunction(() => globalThis.livePage.text() !== '');
      expect(`${await written(page)}\n`, name).toBe(read('.md'));
      // The pictures of the clipboard ask for their descriptions, and messages stay until they are dismissed.
      if ((await page.locator('.colo-upload').count()) > (await page.locator('.colo-upload[data-failed]').count())) {
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
      }
      for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await dismiss.click();
    }
  });

  it('pastes plain text as it is, also into code and from an editor of code', async () => {
    const page = await openNew(stage);
    const source = `<meta charset='utf-8'><div style="color: #ccc;font-family: 'Fira Code', Menlo, monospace;white-space: pre;"><div><b>const</b> a = 1;</div></div>`;
    await paste(page, { text: '_not *a list' });
    await page.keyboard.press('Enter');
    await paste(page, { html: source, text: 'const a = 1;' });
    await page.keyboard.press('Enter');
    await page.keyboard.type('```');
    await page.keyboard.press('Enter');
    await paste(page, { html: '<p>a <b>b</b></p>', text: 'a b' });
    expect(await written(page)).toBe('_not *a list\nconst a = 1;\n```\na b');
  });

  it('links words when an address is pasted onto them', async () => {
    const page = await openNew(stage);
    await page.keyboard.type('the mill');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await paste(page, { html: '<a href="https://a.example/b">https://a.example/b</a>', text: 'https://a.example/b' });
    expect(await written(page)).toBe('the [mill](https://a.example/b)');
  });

  it('gives blocks paragraphs of their own in the middle of a line, and is undone with one press', async () => {
    const page = await openNew(stage);
    await page.keyboard.type('Before after');
    for (let moved = 0; moved < 'after'.length; moved += 1) await page.keyboard.press('ArrowLeft');
    await paste(page, { html: '<ul><li>one</li><li>two</li></ul>' });
    await expect.poll(() => written(page)).toContain('- two');
    expect(await written(page)).toBe('Before \n\n- one\n- two\n\nafter');
    await page.keyboard.type('!');
    expect(await written(page)).toContain('- two!\n');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await written(page)).toBe('Before after');
  });

  it('uploads the pictures of a pasted text one by one, and tells which are not in the clipboard', async () => {
    const page = await openNew(stage);
    const bytes = 'data:image/png;base64,iVBORw0KGgo=';
    await paste(page, { html: `<p>One <img src="${bytes}"> two</p><p><img src="${bytes}"></p><p><img src="file:///C:/a.png"> end</p>` });
    const dialog = page.getByRole('dialog', { name: 'What does pasted-1.png show?' });
    await dialog.waitFor();
    expect(await page.locator('.colo-upload').allInnerTexts()).toEqual([
      expect.stringContaining('pasted-1.png'),
      expect.stringContaining('pasted-2.png'),
      expect.stringContaining('A picture of the pasted text is not in the clipboard.'),
    ]);
    await page.keyboard.type('A mill');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'What does pasted-2.png show?' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => written(page)).toContain('![A mill](data:image');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.locator('.colo-upload').count()).toBe(0);
    expect(await written(page)).toMatch(/^One !\[A mill\]\(data:image\/[^)]+\) two\n\n\n\nend$/);
  });

  describe('a megabyte', () => largeCases(stage));
}

function largeCases(stage: Stage): void {
  it('is read in parts, between which the page answers, and puts it where it was pasted', async () => {
    const page = await openNew(stage);
    await page.keyboard.type('Start: ');
    const block =
      '<p style="margin:0"><span style="font-weight:400">The <b>council</b> met on <i>Monday</i>.</span></p><ul><li>one</li></ul>';
    const html = `<b style="font-weight:normal">${block.repeat(Math.floor(990_000 / block.length))}<h2>Last</h2></b>`;
    await page.evaluate(() => {
      const seen = { turns: 0, longest: 0, last: performance.now() };
      Object.assign(globalThis, { seen });
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const now = performance.now();
        seen.turns += 1;
        seen.longest = Math.max(seen.longest, now - seen.last);
        seen.last = now;
        if (document.body.dataset['pasted'] === undefined) setTimeout(() => port2.postMessage(null));
      };
      port2.postMessage(null);
    });
    await paste(page, { html });
    const turns = () => page.evaluate(() => (globalThis as unknown as { seen: { turns: number; longest: number } }).seen);
    const before = await turns();
    // What is typed meanwhile is not in the way of what was pasted.
    await page.keyboard.type('And then.');
    await page.getByText(/\d\d,\d{3} words/).waitFor();
    const after = await turns();
    await page.evaluate(() => (document.body.dataset['pasted'] = ''));
    process.stdout.write(`a megabyte pasted: ${after.turns - before.turns} turns, the longest ${Math.round(after.longest)} ms\n`);
    expect(after.turns - before.turns).toBeGreaterThan(10);
    // The text as it is copied, since only the lines in view are on the page.
    await page.keyboard.press('Control+a');
    const all = await page.evaluate(() => {
      const data = new DataTransfer();
      document.querySelector('.cm-content')?.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true }));
      return data.getData('text/plain');
    });
    expect(all.slice(0, 43)).toBe('Start: \n\nThe **council** met on *Monday*.\n\n');
    expect(all.slice(-27)).toBe('\n\n- one\n\n## Last\n\nAnd then.');
  });
}
