import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of the Chromium for tests: `CHROMIUM`, the system's, or that of a development dependency (for Linux). That one's own
 * arguments are not used: they switch off the same-origin policy, and run everything in one process, which ends when a context is closed.
 */
export async function findChromium(): Promise<string | undefined> {
  const own = [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
  if (own !== undefined) return own;
  try {
    const { default: bundled } = await import('@sparticuz/chromium');
    const executablePath = await bundled.executablePath();
    // It fails if this system lacks a library that it needs.
    execFileSync(executablePath, ['--version'], { stdio: 'pipe', timeout: 30_000 });
    return executablePath;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    process.stdout.write(`Chromium: not found (${reason}), its tests are skipped; set CHROMIUM to the path of the program.\n`);
    return undefined;
  }
}
