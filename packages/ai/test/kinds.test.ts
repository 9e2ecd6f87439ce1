import { expectTypeOf, it } from 'vitest';
import type { ProviderKind, ProviderType } from '../src/interface/kinds.ts';
import type { VENDORS } from '../src/vendors/vendors.ts';

type Row = (typeof VENDORS)[number];

// Checked by the compiler: the interface stands below the vendors, so it repeats their names.
it('names in its types every vendor of the table, and no other', () => {
  expectTypeOf<ProviderKind>().toEqualTypeOf<Row['kind']>();
  expectTypeOf<ProviderType>().toEqualTypeOf<Row['kind'] | Row['names'][number]>();
});
