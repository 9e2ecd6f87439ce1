import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { findChromium } from '../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../packages/ui/test/browser/start-chromium.ts';
import { LARGEST_SCREENSHOT, type Screenshot, SCREENSHOTS } from './screenshot-table.ts';

// Takes the screenshots of docs/images: starts Newsroom with its demonstration in a separate folder, and opens it in Chromium
// (the one that the tests use).
/** Milliseconds for rendering the last response. */
const SETTLES_MS = 1000;
const root = join(import.meta.dirname, '..');
const images = join(root, 'docs/images');
const folder = mkdtempSync(join(tmpdir(), 'colophon-screenshots-'));
const port = await freePort();
const base = `http://localhost:${port}`;
const newsroom = spawn(
  process.execPath,
  ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning', join(root, 'apps/newsroom/bin/newsroom.js'), 'start'],
  {
    cwd: folder,
    env: { ...process.env, PORT: String(port), BASE_URL: base, TZ: 'UTC', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
let printed = '';
newsroom.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
try {
  await ready();
  mkdirSync(images, { recursive: true });
  const browser = await startChromium((await findChromium()) ?? '');
  const readers = await browser.newContext();
  const desk = await browser.newContext({ reducedMotion: 'reduce' });
  await signIn(desk);
  for (const { name, width, height, colorScheme, inDesk = false, opens, ...where } of SCREENSHOTS) {
    const page = await (inDesk ? desk : readers).newPage();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.goto(base + (await pathOf(where, desk)));
    // The desk keeps a stream open, so its network is never idle.
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.waitForLoadState(inDesk ? 'load' : 'networkidle');
    if (opens !== undefined) await page.getByText(opens).first().click();
    if (inDesk) {
      await page.locator('.desk [aria-busy=true]').first().waitFor({ state: 'detached' });
      await page.waitForTimeout(SETTLES_MS);
    }
    const file = join(images, `${name}.png`);
    await page.screenshot({ path: file });
    await page.close();
    const { size } = statSync(file);
    if (size > LARGEST_SCREENSHOT) throw new Error(`${name}.png has ${size} bytes, more than ${LARGEST_SCREENSHOT}.`);
    console.log(`${name}.png ${Math.round(size / 1000)} KB`);
  }
  await browser.close();
} finally {
  newsroom.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

/** Uses the demonstration's sign-in address, which Newsroom prints at its start. */
async function signIn(context: BrowserContext): Promise<void> {
  const demoUrl = /http:\S+\/demo\/\S+/.exec(printed)?.[0];
  if (demoUrl === undefined) throw new Error('Newsroom printed no address of its demonstration.');
  const page = await context.newPage();
  await page.goto(demoUrl);
  await page.locator('button[name=person][value=editor]').click();
  await page.waitForURL((url) => !url.pathname.startsWith('/demo'));
  await page.close();
}

/** The path of a page, with the id of the piece to show. */
async function pathOf({ path, slug }: Pick<Screenshot, 'path' | 'slug'>, desk: BrowserContext): Promise<string> {
  if (slug === undefined) return path;
  const response = await desk.request.get(`${base}/api/v1/contents/by-slug?slug=${slug}`);
  const { id } = (await response.json()) as { readonly id: string };
  return path.replace('{piece}', id);
}

async function ready(): Promise<void> {
  for (let turns = 0; turns < 600; turns += 1) {
    if (newsroom.exitCode !== null) throw new Error(`Newsroom ended with ${newsroom.exitCode}.`);
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('Newsroom did not become ready.');
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
