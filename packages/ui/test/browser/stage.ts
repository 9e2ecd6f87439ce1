import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { type StorySite, startStorySite } from './story-site.ts';

/** A browser that shows stories, and what happened in its pages that should not. */
export interface Stage {
  readonly page: Page;
  /** Opens a story on a fresh page, in Arabic from right to left where asked for. */
  open(story: string, options?: { readonly direction?: 'ltr' | 'rtl' }): Promise<Page>;
  /** Requests to other hosts, errors of the page, breaches of its policy and dialogs, since the last call. */
  incidents(): readonly string[];
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** One browser and the stories of one file; undefined where no browser can be started. */
export async function openStage(file: string): Promise<Stage | undefined> {
  const browser = await startBrowser();
  if (browser === undefined) return undefined;
  const site = await startStorySite(file);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', timezoneId: 'America/New_York' });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  return stageOf({ browser, site, context, page });
}

interface Parts {
  readonly browser: Browser;
  readonly site: StorySite;
  readonly context: BrowserContext;
  readonly page: Page;
}

function stageOf({ browser, site, context, page }: Parts): Stage {
  let incidents: string[] = [];
  const own = new URL(site.urlOf('')).host;
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.host !== own) incidents.push(`asked ${url.host}`);
  });
  page.on('pageerror', (error) => incidents.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) incidents.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    page,
    context,
    async open(story, { direction = 'ltr' } = {}) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${site.urlOf(story)}&direction=${direction}`);
      await page.waitForSelector('.colo-root');
      return page;
    },
    incidents() {
      const told = incidents;
      incidents = [];
      return told;
    },
    async close() {
      await browser.close();
      await site.stop();
    },
  };
}
