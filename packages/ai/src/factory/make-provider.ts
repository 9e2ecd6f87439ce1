import type { AIOptions } from '../interface/ai-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { VendorRow } from '../interface/vendor-row.ts';
import { vendorRow } from '../vendors/vendors.ts';

/** Creates a provider of a kind; its code is loaded on first use. */
export async function makeProvider(kind: ProviderKind, options: AIOptions): Promise<AIProvider> {
  const make = await (options.vendor ?? (vendorRow(kind) as VendorRow)).load();
  return make(options);
}
