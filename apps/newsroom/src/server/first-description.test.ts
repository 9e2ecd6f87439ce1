import { expect, it } from 'vitest';
import { Toolbox } from '@colophon/core/mcp';
import { measureTurns } from '@colophon/core/testing';
import { newsroomTable } from './objects.ts';
import { describeNewsroom } from './describe.ts';

it('describes its hundreds of operations to the first who asks without holding up others', async () => {
  const caller = { kind: 'system', id: null, name: null, tenantId: null, role: null } as const;
  for (const work of [() => new Toolbox(newsroomTable()).listFor(caller), () => describeNewsroom(newsroomTable())]) {
    const { longest, total } = await measureTurns(work());
    // In a process that has described much before, little is left to do; a turn of 25 ms of processor time holds nobody up.
    expect(longest).toBeLessThan(Math.max(total / 2, 25));
  }
});
