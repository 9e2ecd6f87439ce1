import { getuid } from 'node:process';
import { type Browser, chromium } from 'playwright-core';

/** Starts Chromium without a window and without requests to its vendor. */
export function startChromium(executablePath: string): Promise<Browser> {
  const quiet = ['quic', 'background-networking', 'component-update', 'sync', 'gpu'].map((what) => `--disable-${what}`);
  return chromium.launch({
    executablePath,
    args: [...quiet, '--no-first-run', '--hide-scrollbars'],
    // Its sandbox does not start for root, who runs tests in a container.
    chromiumSandbox: getuid?.() !== 0,
  });
}
