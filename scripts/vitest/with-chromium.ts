import { findChromium } from '../../packages/ui/test/browser/find-chromium.ts';
import { oncePerRun } from './once-per-run.ts';

/** Finds a browser once: the bundled one is unpacked by the first process that looks for it, and must not be run before that is done. */
export default function withChromium(): Promise<() => Promise<void>> {
  return oncePerRun('chromium', async () => {
    process.env['CHROMIUM'] = (await findChromium()) ?? '';
    return () => Promise.resolve();
  });
}
