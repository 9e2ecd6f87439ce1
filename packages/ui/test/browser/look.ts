import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A folder to keep a picture of each state in, for people to look at. */
const PICTURES = process.env['COLOPHON_SCREENSHOTS'];

interface AxeResults {
  readonly passes: readonly unknown[];
  readonly violations: readonly { id: string; help: string; nodes: readonly { html: string; failureSummary?: string }[] }[];
}

/** In CSS px, and how the person has set their system. */
interface Look {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** Wide and light from left to right, narrow and dark from right to left; that every colour is read in both is computed beside the tokens. */
const LOOKS: Readonly<Record<'ltr' | 'rtl', Look>> = { ltr: { width: 1280, scheme: 'light' }, rtl: { width: 375, scheme: 'dark' } };

/**
 * What is wrong with a page for people who see it in the light or in the dark, wide or narrow, or do not see it: one line for each
 * fault, nothing when all is well.
 *
 * @param name names the pictures, where `COLOPHON_SCREENSHOTS` asks for them
 */
export async function faultsOf(page: Page, name: string, direction: 'ltr' | 'rtl' = 'ltr'): Promise<readonly string[]> {
  const faults: string[] = [];
  const { width, scheme } = LOOKS[direction];
  const other = LOOKS[direction === 'ltr' ? 'rtl' : 'ltr'].width;
  const look = `${name}, ${direction}`;
  await page.setViewportSize({ width: other, height: 800 });
  faults.push(...(await overflowOf(page, other, look)));
  if (PICTURES !== undefined) await keepPicture(page, `${look} ${other} ${scheme}`);
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  faults.push(...(await overflowOf(page, width, look)));
  if (PICTURES !== undefined) await keepPicture(page, `${look} ${width} ${scheme}`);
  await page.evaluate(axe.source);
  const results = (await page.evaluate('axe.run({ resultTypes: ["violations"], preload: false })')) as AxeResults;
  if (results.passes.length === 0) faults.push(`${look}: nothing was looked at`);
  for (const { id, help, nodes } of results.violations)
    faults.push(...nodes.map((node) => `${look}: ${id}: ${help}: ${node.html.slice(0, 300)} ${node.failureSummary ?? ''}`));
  return faults;
}

async function overflowOf(page: Page, width: number, look: string): Promise<string[]> {
  const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  return wide > width ? [`${look}: it is ${wide} px wide where ${width} are seen, and has to be scrolled sideways`] : [];
}

async function keepPicture(page: Page, look: string): Promise<void> {
  mkdirSync(PICTURES ?? '', { recursive: true });
  await page.screenshot({ path: join(PICTURES ?? '', `${look.replaceAll(/[^a-z0-9]+/gi, '-')}.png`), fullPage: true });
}
