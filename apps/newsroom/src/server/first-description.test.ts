import { expect, it } from 'vitest';
import { Toolbox } from '@colophon/core/mcp';
import { longestTurn } from '@colophon/core/testing';
import { newsroomTable } from '../objects.ts';
import { describeNewsroom } from './describe.ts';

it('describes its hundreds of operations to the first who asks without holding up others', async () => {
  const caller = { kind: 'system', id: null, name: null, tenantId: null, role: null } as const;
  expect(await longestTurn(new Toolbox(newsroomTable()).listFor(caller))).toBeLessThan(100);
  expect(await longestTurn(describeNewsroom(newsroomTable()))).toBeLessThan(100);
});
