import { threadCpuUsage } from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Returns how long the event loop worked while some work was done, and its longest turn, in milliseconds of this thread's processor time:
 * what else the machine does is not counted. Its speed is, so compare the two.
 *
 * @param work already started
 */
export async function measureTurns(work: Promise<unknown>): Promise<{ readonly longest: number; readonly total: number }> {
  let ended = false;
  let longest = 0;
  let total = 0;
  const done = work.finally(() => (ended = true));
  while (!ended) {
    const before = threadCpuUsage();
    await nextTurn();
    const { user, system } = threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    total += (user + system) / 1000;
  }
  await done;
  return { longest, total };
}
