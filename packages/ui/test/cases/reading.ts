import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';
import { stories } from '../stories/reading.stories.tsx';
import { wellCases } from './well.ts';

/** What the pages of a newsroom allow their readers' browsers: nothing runs, and no style but that of a file. */
const READERS_POLICY = "default-src 'none'; style-src 'self'; img-src data:";

/** What readers see, in a browser and without a script. */
export function readingCases(stage: Stage): void {
  wellCases(stage, 'reading', {
    otherwise: async (page, name) => {
      if (name.startsWith('markdown, from') || name.endsWith('html')) await page.waitForSelector('.colo-markdown-rendered');
    },
  });

  describe('rendered by a server', () => renderedByAServerCases(stage));

  describe('a card', () => cardCases(stage));

  describe('a picture', () => pictureCases(stage));

  describe('a text', () => textCases(stage));

  describe('the transparency report', () => accountOfHowAPieceWasMadeCases(stage));
}

function renderedByAServerCases(stage: Stage): void {
  it('needs no script and no inline style, and contains no active content', async () => {
    const html = Object.values(stories)
      .map((story) => renderToStaticMarkup(story().render()))
      .join('\n');
    const context = await stage.context.browser()?.newContext({ javaScriptEnabled: false });
    const page = await context!.newPage();
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    page.on('request', (request) => told.push(request.url()));
    await page.setContent(
      `<!doctype html><html lang="en"><head><title>Read</title><meta http-equiv="content-security-policy" content="${READERS_POLICY}"></head><body class="colo-root">${html}</body></html>`,
    );
    const dangers = await page.evaluate(() => {
      const found: string[] = [];
      for (const element of document.body.querySelectorAll('*')) {
        // A picture that is seen first may be fetched early.
        if (element.matches('link[rel=preload][as=image]')) continue;
        if (/^(?:SCRIPT|IFRAME|OBJECT|EMBED|STYLE|LINK|FORM)$/i.test(element.tagName)) found.push(element.tagName);
        for (const { name, value } of element.attributes)
          if (name.startsWith('on') || name === 'style' || /^\s*(?:javascript|vbscript):/i.test(value))
            found.push(`${name}=${value.slice(0, 80)}`);
      }
      return found;
    });
    expect(dangers).toEqual([]);
    expect(told.filter((text) => !text.startsWith('data:') && !text.includes('rel=preload'))).toEqual([]);
    await context?.close();
  });
}

function cardCases(stage: Stage): void {
  it('is one link over the whole card, with a visible focus', async () => {
    const page = await stage.open('card');
    expect(await page.getByRole('link').count()).toBe(1);
    const card = await page.getByRole('article').boundingBox();
    expect(
      await page.evaluate(
        ([x, y]) => document.elementFromPoint(x!, y!)?.closest('a')?.textContent,
        [card!.x + 5, card!.y + card!.height - 5],
      ),
    ).toBe('Budget approved in a night sitting');
    await page.keyboard.press('Tab');
    expect(await page.locator('.colo-article-card').evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  });

  it('shows a correction before the title', async () => {
    const page = await stage.open('articles');
    expect(await page.getByRole('article').nth(2).innerText()).toMatch(/^Withdrawn\n+The bridge that never was/);
  });
}

function pictureCases(stage: Stage): void {
  it('keeps its size if it fails to load', async () => {
    for (const story of ['thumbnail', 'thumbnail, none', 'thumbnail, missing']) {
      const page = await stage.open(story);
      const box = await page.locator('.colo-image-thumbnail').boundingBox();
      expect([box?.width, box?.height], story).toEqual([300, 200]);
    }
  });
}

function textCases(stage: Stage): void {
  it('shows the source of a text that cannot be rendered', async () => {
    const page = await stage.open('markdown, too complex');
    expect(await page.locator('.colo-markdown-plain').innerText()).toContain('> > >');
  });

  it('offsets its headings below those of the page', async () => {
    const page = await stage.open('markdown, rendered by a server');
    expect(await page.getByRole('heading', { level: 2, name: 'Budget' }).count()).toBe(1);
  });
}

function accountOfHowAPieceWasMadeCases(stage: Stage): void {
  it('begins with the withdrawal, and has a fixed order', async () => {
    const page = await stage.open('account, withdrawn');
    expect(await page.getByRole('heading').allInnerTexts()).toEqual([
      'Story',
      'How this was made',
      'Withdrawn May 6, 2026, 08:00 UTC',
      'Corrections',
      'AI disclosure',
      'People',
      'Facts (3)',
      'Cited pieces (2)',
      'Reviews',
      'Versions (3)',
    ]);
  });
}
