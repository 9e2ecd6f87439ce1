import { threadCpuUsage } from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Toolbox } from '@colophon/core/mcp';
import { newsroomTable } from '../objects.ts';
import { describeNewsroom } from './describe.ts';

/** The longest turn of the event loop meanwhile, in milliseconds of this thread's processor time. */
async function longestTurn(work: Promise<unknown>): Promise<number> {
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

it('describes its hundreds of operations to the first who asks without holding up others', async () => {
  const caller = { kind: 'system', id: null, name: null, tenantId: null, role: null } as const;
  expect(await longestTurn(new Toolbox(newsroomTable()).listFor(caller))).toBeLessThan(100);
  expect(await longestTurn(describeNewsroom(newsroomTable()))).toBeLessThan(100);
});
