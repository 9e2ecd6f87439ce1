import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** In px: a row of a handful of lines. */
const TALLEST_ROW = 200;
/** A folder to keep a picture of each page in, for people to look at. */
const PICTURES = process.env['COLOPHON_SCREENSHOTS'];

/** In which light a page is seen, and how wide, in px. */
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
 * What is wrong with a page for people who see it in the light or in the dark, on a desk or on a telephone, or do not see
 * it: one line for each fault, nothing when all is well.
 *
 * @param name names the pictures, where `COLOPHON_SCREENSHOTS` asks for them
 * @param looks in which light and how wide, in px; all four unless given
 */
export async function faultsOf(page: Page, name: string, looks: readonly Look[] = LOOKS): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [colorScheme, width] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const look = `${name}, ${colorScheme}, ${width} px`;
    // Evaluated by the debugger, which the page's own rule against scripts does not bind.
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
