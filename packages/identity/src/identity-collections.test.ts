import { expect, it } from 'vitest';
import { testTable } from './testing/world.ts';

it('says of every operation of identity what it answers', () => {
  const custom = testTable.operations.filter(({ kind, resource }) => kind === 'custom' && resource.definition.table !== 'audit_entries');
  expect(custom.map(({ id }) => id)).toEqual(expect.arrayContaining(['tokens.revoke', 'members.resetPassword']));
  expect(custom.filter(({ output }) => output === undefined).map(({ id }) => id)).toEqual([]);
});
