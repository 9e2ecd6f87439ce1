import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work before the event loop gets a turn. */
const TURN = 10;

/**
 * Processes many items without blocking the process: the event loop gets a turn every 10 ms. SQLite and memory respond synchronously, so
 * `await` alone does not yield.
 */
export async function eachInTurns<Item>(items: Iterable<Item>, work: (item: Item, index: number) => void | Promise<void>): Promise<void> {
  let turned = performance.now();
  let index = 0;
  for (const item of items) {
    await work(item, index);
    index += 1;
    if (performance.now() - turned < TURN) continue;
    await nextTurn();
    turned = performance.now();
  }
}
