import type { VendorDescription } from '../interface/vendor-row.ts';

/** Type-checks a description, preserving the literal types of its tokens. */
export function describeVendor<const Kind extends string, const Name extends string = never>(
  vendor: VendorDescription<Kind, Name>,
): VendorDescription<Kind, Name> {
  return vendor;
}
