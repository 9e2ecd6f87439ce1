import type { VendorRow } from '../interface/vendor-row.ts';

/** Type-checks a row, preserving the literal types of its tokens. */
export function defineVendor<const Kind extends string, const Name extends string = never>(
  row: VendorRow<Kind, Name>,
): VendorRow<Kind, Name> {
  return row;
}
