import { threadCpuUsage } from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Returns the longest turn of the event loop while some work is done, in milliseconds of this thread's processor time: what else the
 * machine does is not counted.
 *
 * @param work already started
 */
export async function longestTurn(work: Promise<unknown>): Promise<number> {
  let ended = false;
  let longest = 0;
  const done = work.finally(() => (ended = true));
  while (!ended) {
    const before = threadCpuUsage();
    await nextTurn();
    const { user, system } = threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
  }
  await done;
  return longest;
}
