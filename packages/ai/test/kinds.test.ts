import { expect, expectTypeOf, it } from 'vitest';
import { kindNames, type ProviderKind, type ProviderType } from '../src/interface/kinds.ts';
import { VENDORS } from '../src/vendors/vendors.ts';

type Row = (typeof VENDORS)[number];

it('names every vendor of the table with its names, in the order of the table, and no other', () => {
  expectTypeOf<ProviderKind>().toEqualTypeOf<Row['kind']>();
  expectTypeOf<ProviderType>().toEqualTypeOf<Row['kind'] | Row['names'][number]>();
  expect(VENDORS.map(({ kind, names }) => [kind, names])).toEqual(Object.entries(kindNames));
});
