import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { StoryPage } from '../stories/show.tsx';
import { findChromium } from './find-chromium.ts';
import { startChromium } from './start-chromium.ts';
import { type StorySite, startStorySite } from './story-site.ts';

/** A browser that shows stories, and what happened in its pages that should not. */
export interface Stage {
  readonly page: Page;
  /** The names of every family's stories. */
  readonly names: StoryPage['names'];
  /**
   * Shows a story as a page that was just loaded would, 1280 px wide and light; in Arabic from right to left where asked for.
   *
   * @param options.keeps leaves what is stored on the machine, which is cleared before every story otherwise
   */
  open(story: string, options?: { readonly direction?: 'ltr' | 'rtl'; readonly keeps?: boolean }): Promise<Page>;
  /** Requests to other hosts, errors of the page, breaches of its policy and dialogs, since the last call. */
  incidents(): readonly string[];
  readonly context: BrowserContext;
  close(): Promise<void>;
}

const WIDE = { width: 1280, height: 800 };

/** One browser and one page of all stories; undefined if there is no browser. */
export async function openStage(): Promise<Stage | undefined> {
  const found = await findChromium();
  if (!found) return undefined;
  const browser = await startChromium(found);
  const site = await startStorySite();
  const context = await browser.newContext({
    viewport: WIDE,
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(axe.source);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const incidents = incidentsOf(page, site);
  await page.goto(site.url);
  const names = await page.evaluate(() => globalThis.storyPage.names);
  return stageOf({ browser, site, context, page, incidents, names });
}

interface Parts {
  readonly browser: Browser;
  readonly site: StorySite;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly incidents: string[];
  readonly names: StoryPage['names'];
}

function incidentsOf(page: Page, site: StorySite): string[] {
  const incidents: string[] = [];
  const own = new URL(site.url).host;
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
  return incidents;
}

function stageOf({ browser, site, context, page, incidents, names }: Parts): Stage {
  return {
    page,
    context,
    names,
    async open(story, { direction = 'ltr', keeps = false } = {}) {
      if (page.viewportSize()?.width !== WIDE.width) await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.evaluate(([name, options]) => globalThis.storyPage.show(name, options), [story, { direction, keeps }] as const);
      return page;
    },
    incidents: () => incidents.splice(0),
    async close() {
      await browser.close();
      await site.stop();
    },
  };
}
