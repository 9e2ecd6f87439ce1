import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** A folder to keep a picture of each state in, for people to look at. */
const PICTURES = process.env['COLOPHON_SCREENSHOTS'];

interface AxeResults {
  readonly passes: readonly unknown[];
  readonly violations: readonly { id: string; help: string; nodes: readonly { html: string; failureSummary?: string }[] }[];
}

const WIDE = 1280;
const NARROW = 375;

/** What is judged in the light from left to right: everything, with the rule of WCAG 2.2 that is off by itself. */
const EVERYTHING = { rules: { 'target-size': { enabled: true } } };
/** What may be otherwise when the same is narrow, dark and from right to left. */
const OF_A_LOOK = { runOnly: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size', 'aria-hidden-focus'] };

/**
 * What is wrong with what a page shows for people who see it in the light or in the dark, wide or narrow, from left to right or from
 * right to left, or do not see it: one line for each fault, nothing when all is well.
 *
 * @param name names the pictures, where `COLOPHON_SCREENSHOTS` asks for them
 */
export async function faultsOf(page: Page, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  faults.push(...(await overflowOf(page, WIDE, `${name}, ltr`)), ...(await violationsOf(page, EVERYTHING, `${name}, ltr`)));
  await page.setViewportSize({ width: NARROW, height: 800 });
  faults.push(...(await overflowOf(page, NARROW, `${name}, ltr`)));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => globalThis.storyPage.turn('rtl'));
  faults.push(...(await overflowOf(page, NARROW, `${name}, rtl, dark`)), ...(await violationsOf(page, OF_A_LOOK, `${name}, rtl, dark`)));
  await page.setViewportSize({ width: WIDE, height: 800 });
  faults.push(...(await overflowOf(page, WIDE, `${name}, rtl, dark`)));
  await page.evaluate(() => globalThis.storyPage.turn('ltr'));
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

async function violationsOf(page: Page, options: object, look: string): Promise<string[]> {
  const results = (await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], preload: false, ...options })})`,
  )) as AxeResults;
  if (options === EVERYTHING && results.passes.length === 0) return [`${look}: nothing was looked at`];
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${look}: ${id}: ${help}: ${node.html.slice(0, 300)} ${node.failureSummary ?? ''}`),
  );
}

async function overflowOf(page: Page, width: number, look: string): Promise<string[]> {
  if (PICTURES !== undefined) await keepPicture(page, `${look} ${width}`);
  const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  return wide > width ? [`${look}: it is ${wide} px wide where ${width} are seen, and has to be scrolled sideways`] : [];
}

async function keepPicture(page: Page, look: string): Promise<void> {
  mkdirSync(PICTURES ?? '', { recursive: true });
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: document.documentElement.scrollHeight }));
  const clip = { x: 0, y: 0, width, height: Math.min(height, 2400) };
  await page.screenshot({ path: join(PICTURES ?? '', `${look.replaceAll(/[^a-z0-9]+/gi, '-')}.png`), fullPage: true, clip });
}
