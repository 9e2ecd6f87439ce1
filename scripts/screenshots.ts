import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { chromium } from 'playwright-core';
import { LARGEST_SCREENSHOT, SCREENSHOTS } from './screenshot-table.ts';

// Takes the pictures of docs/images: starts Newsroom on its demonstration in a folder of its own, and looks at it with Chromium
// (`CHROMIUM` names one, else the system's).
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
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
try {
  await ready();
  mkdirSync(images, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--disable-gpu', '--no-first-run'],
    chromiumSandbox: getuid?.() !== 0,
  });
  for (const { name, path, width, height, colorScheme } of SCREENSHOTS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(base + path, { waitUntil: 'networkidle' });
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
