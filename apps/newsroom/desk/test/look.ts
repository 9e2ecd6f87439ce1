import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A folder to keep a picture of each view in, for people to look at. */
const PICTURES = process.env['COLOPHON_SCREENSHOTS'];
/** Wide in the light and narrow in the dark; that every colour is read in both is computed beside the tokens of the components. */
const USUAL_LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 375, colorScheme: 'dark' },
] as const;
/** Every look, for who asks for it: it takes twice as long. */
const LOOKS =
  process.env['COLOPHON_LOOKS'] === 'all'
    ? [...USUAL_LOOKS, { width: 1280, colorScheme: 'dark' } as const, { width: 375, colorScheme: 'light' } as const]
    : USUAL_LOOKS;

interface AxeResults {
  readonly passes: readonly unknown[];
  readonly violations: readonly { id: string; help: string; nodes: readonly { html: string; failureSummary?: string }[] }[];
}

/** What is wrong with a view: one line for each fault, nothing when all is well. */
export async function faultsOf(page: Page, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  await page.evaluate(axe.source);
  for (const { width, colorScheme } of LOOKS) {
    const look = `${name}, ${width} px, ${colorScheme}`;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const results = (await page.evaluate('axe.run({ resultTypes: ["violations"], preload: false })')) as AxeResults;
    if (results.passes.length === 0) faults.push(`${look}: nothing was looked at`);
    for (const { id, help, nodes } of results.violations)
      faults.push(...nodes.map(({ html, failureSummary = '' }) => `${look}: ${id}: ${help}: ${html.slice(0, 300)} ${failureSummary}`));
    const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
    if (wide > width) faults.push(`${look}: it is ${wide} px wide and has to be scrolled sideways`);
    if (PICTURES !== undefined) {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, `${look.replaceAll(/[^a-z0-9]+/gi, '-')}.png`), fullPage: true });
    }
  }
  return faults;
}
