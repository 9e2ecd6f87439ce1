import { toDescription, type CompatibleVendor } from '../catalog/compatible-vendor.ts';
import type { VendorRow } from '../interface/vendor-row.ts';

/**
 * Creates the row of a vendor with OpenAI's wire. Add it to `VENDORS`, or pass it to `getAI` as `vendor`.
 *
 * @example
 * const acme = compatibleVendor({
 *   kind: 'acme',
 *   baseUrl: 'https://api.acme.example/v1',
 *   keyVariables: ['ACME_API_KEY'],
 *   models: { chat: 'acme-large' },
 * });
 * const ai = await getAI({ vendor: acme });
 */
export function compatibleVendor<const Kind extends string, const Name extends string = never>(
  vendor: CompatibleVendor<Kind, Name>,
): VendorRow<Kind, Name> {
  const description = toDescription(vendor);
  return {
    ...description,
    load: async () => {
      const { CompatibleProvider } = await import('./compatible-provider.ts');
      return (options) => new CompatibleProvider(vendor, description, options);
    },
  };
}
