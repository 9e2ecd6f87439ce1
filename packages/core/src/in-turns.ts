import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work before others get a turn. */
const TURN = 10;

/**
 * Goes through many items without holding up what else the process does: others get a turn every 10 ms. SQLite and memory
 * answer at once, so that `await` alone gives nobody one.
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
