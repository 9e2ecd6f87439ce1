import { expect, it } from 'vitest';
import { testTable } from '../testing/world.ts';

it('declares an output schema for every operation of identity', () => {
  const custom = testTable.operations.filter(({ kind, resource }) => kind === 'custom' && resource.definition.table !== 'audit_entries');
  expect(custom.map(({ id }) => id)).toEqual(expect.arrayContaining(['tokens.revoke', 'members.resetPassword']));
  expect(custom.filter(({ output }) => output === undefined).map(({ id }) => id)).toEqual([]);
});
