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

/**
 * Starts a browser without a window: the one that `CHROMIUM` names, the system's, else the one that a development dependency brings
 * (for Linux). Undefined where none starts, which is said.
 */
export async function startBrowser(): Promise<Browser | undefined> {
  const own = [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
  try {
    if (own !== undefined) return await launch(own, []);
    const { default: bundled } = await import('@sparticuz/chromium');
    return await launch(await bundled.executablePath(), bundled.args.filter((each) => each !== '--single-process'));
  } catch (error) {
    process.stdout.write(
      `Chromium: none can be started here (${(error as Error).message.split('\n')[0]}); the browser tests are skipped. CHROMIUM names its program.\n`,
    );
    return undefined;
  }
}

function launch(executablePath: string, more: readonly string[]): Promise<Browser> {
  const quiet = ['quic', 'background-networking', 'component-update', 'sync', 'gpu'].map((what) => `--disable-${what}`);
  // Its sandbox does not start for root, which is who runs tests in a container.
  return chromium.launch({
    executablePath,
    args: [...more, ...quiet, '--no-first-run', '--hide-scrollbars'],
    chromiumSandbox: getuid?.() !== 0,
  });
}
