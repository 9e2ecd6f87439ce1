import { expect, it } from 'vitest';
import { Toolbox } from '@colophon/core/mcp';
import { measureTurns } from '@colophon/core/testing';
import { newsroom } from './application.ts';

it('describes its hundreds of operations to the first who asks without holding up others', async () => {
  const caller = { kind: 'system', id: null, name: null, tenantId: null, role: null } as const;
  // A server has built it before it listens.
  const { table } = newsroom;
  for (const work of [() => new Toolbox(table).listFor(caller), () => newsroom.describe()]) {
    const { longest, total } = await measureTurns(work());
    // In a process that has described much before, little is left to do; a turn of 25 ms of processor time holds nobody up.
    expect(longest).toBeLessThan(Math.max(total / 2, 25));
  }
});
