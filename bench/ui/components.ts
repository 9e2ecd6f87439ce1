import { openStage, type Stage } from '../../packages/ui/test/browser/stage.ts';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

/*
 * What a person waits for in a browser: from navigating until a typed character is seen in an editor, with nothing cached; the longest
 * script of ours in a frame while typing in a text of 100 KB; and a list of 10,000 pieces until its rows are drawn. The components are
 * built for production and not minified.
 *
 *   npm run bench -- ui
 */

const ROUNDS = 5;

const stage = await openStage();
if (stage !== undefined) {
  try {
    printTable(
      ['what', 'median', 'slowest', 'to reach'],
      [
        row('editor ready, from navigation to a typed character', await measured(() => readyIn(stage)), '< 1000 ms'),
        row('typing in 100 KB, the longest script in a frame', await measured(() => longestScript(stage)), '≤ 50 ms'),
        row('10,000 rows, until they are drawn', await measured(() => rowsIn(stage)), '< 100 ms'),
      ],
    );
  } finally {
    await stage.close();
  }
}

function row(what: string, times: readonly number[], bar: string): string[] {
  return [what, `${Math.round(median(times))} ms`, `${Math.round(Math.max(...times))} ms`, bar];
}

async function measured(once: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await once());
  return times;
}

/** In milliseconds, in a browser context without a cache. */
async function readyIn({ page, context }: Stage): Promise<number> {
  const fresh = await context.browser()?.newContext();
  const own = await fresh?.newPage();
  if (fresh === undefined || own === undefined) throw new Error('The browser has gone.');
  try {
    const from = performance.now();
    await own.goto(new URL('/?story=editor', page.url()).href);
    await own.locator('.cm-content').click();
    await own.keyboard.type('Ready');
    await own.getByText('Ready').first().waitFor();
    return performance.now() - from;
  } finally {
    await fresh.close();
  }
}

/** In milliseconds; 0 where no frame was long. */
async function longestScript(shown: Stage): Promise<number> {
  const page = await shown.open('editor, 100 KB');
  await page.locator('.cm-content').click();
  await page.keyboard.type('Ten keys..');
  await page.evaluate(() => {
    const longest = { script: 0 };
    Object.assign(globalThis, { longest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { scripts?: { duration: number }[] }[])
        for (const { duration } of entry.scripts ?? []) longest.script = Math.max(longest.script, duration);
    }).observe({ type: 'long-animation-frame', buffered: false });
  });
  await page.keyboard.type('It rained all night long, and on, and nobody said so.');
  return page.evaluate(() => (globalThis as unknown as { longest: { script: number } }).longest.script);
}

/** In milliseconds, from mounting to the next frame. */
async function rowsIn(shown: Stage): Promise<number> {
  const page = await shown.open('tray, empty');
  return page.evaluate(async () => {
    const from = performance.now();
    globalThis.storyPage.show('list, 10,000 given', { direction: 'ltr', keeps: false });
    while (document.querySelector('.colo-list-body [role=row]') === null) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - from;
  });
}
