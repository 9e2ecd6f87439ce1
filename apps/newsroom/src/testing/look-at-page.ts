import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** In px: a row of a few lines. */
const TALLEST_ROW = 200;
/** A folder for a picture of each page, for people to look at. */
const PICTURES = process.env['COLOPHON_SCREENSHOTS'];

/** The color scheme and the width in px in which a page is viewed. */
export type Look = readonly ['light' | 'dark', number];
const LOOKS: readonly Look[] = [
  ['light', 1200],
  ['light', 375],
  ['dark', 1200],
  ['dark', 375],
];

interface AxeResults {
  readonly passes: readonly unknown[];
  readonly violations: readonly { id: string; help: string; nodes: readonly { html: string; failureSummary?: string }[] }[];
}

/**
 * Checks a page in the light and dark color scheme, on desktop and phone, and for accessibility: one line per fault, empty if there are
 * none.
 *
 * @param name names the pictures, if `COLOPHON_SCREENSHOTS` requests them
 * @param looks color schemes and widths in px; all four unless given
 */
export async function faultsOf(page: Page, name: string, looks: readonly Look[] = LOOKS): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [colorScheme, width] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const look = `${name}, ${colorScheme}, ${width} px`;
    // Evaluated by the debugger, to which the page's content security policy does not apply.
    await page.evaluate(axe.source);
    const results = (await page.evaluate('axe.run()')) as AxeResults;
    if (results.passes.length === 0) faults.push(`${look}: nothing was looked at`);
    for (const { id, help, nodes } of results.violations)
      faults.push(...nodes.map((node) => `${look}: ${id}: ${help}: ${node.html} ${node.failureSummary ?? ''}`));
    const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
    if (wide > width) faults.push(`${look}: it is ${wide} px wide and has to be scrolled sideways`);
    const tallest = (await page.evaluate("Math.max(0, ...[...document.querySelectorAll('tr')].map((row) => row.offsetHeight))")) as number;
    if (tallest > TALLEST_ROW) faults.push(`${look}: a row of a table is ${tallest} px high, its columns squeezed`);
    await keepPicture(page, look);
  }
  return faults;
}

async function keepPicture(page: Page, look: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${look.replaceAll(/[^a-z0-9]+/gi, '-')}.png`), fullPage: true });
}
