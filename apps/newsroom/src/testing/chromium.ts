import { existsSync } from 'node:fs';
import { getuid } from 'node:process';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of the Chromium of this system: `CHROMIUM`, or the usual location; undefined if there is none. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** Starts it headless and without any requests to its vendor. */
export function startChromium(executablePath: string): Promise<Browser> {
  const quiet = ['quic', 'background-networking', 'component-update', 'sync', 'gpu'].map((what) => `--disable-${what}`);
  // Its sandbox does not start for root, who runs tests in a container.
  return chromium.launch({ executablePath, args: [...quiet, '--no-first-run'], chromiumSandbox: getuid?.() !== 0 });
}
