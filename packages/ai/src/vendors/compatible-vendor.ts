import { toDescription, type CompatibleVendor, type CompatibleWire } from '../catalog/compatible-vendor.ts';
import { checkNames, type Names, notConfigured } from '../errors/check-names.ts';
import type { VendorRow } from '../interface/vendor-row.ts';

/**
 * Creates the row of a vendor with OpenAI's wire. Add it to `VENDORS`, or pass it to `getAI` as `vendor`.
 *
 * @throws AIError `NOT_CONFIGURED` naming a field that is missing, unknown or has another form
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
  checkVendor(vendor);
  const description = toDescription(vendor);
  return {
    ...description,
    load: async () => {
      const { CompatibleProvider } = await import('./compatible-provider.ts');
      return (options) => new CompatibleProvider(vendor, description, options);
    },
  };
}

const vendorNames: Names<CompatibleVendor> = {
  kind: true,
  names: true,
  telemetryName: true,
  baseUrl: true,
  completeUrl: true,
  keyVariables: true,
  headers: true,
  takesAccessToken: true,
  environment: true,
  detection: true,
  models: true,
  retired: true,
  flags: true,
  reasoning: true,
  ceilingName: true,
  wire: true,
};
const wireNames: Names<CompatibleWire> = {
  systemRole: true,
  seedName: true,
  anyTool: true,
  asksStreamUsage: true,
  documents: true,
  marksCache: true,
  reasoningName: true,
  jsonSchema: true,
  refuses: true,
  batchEndpoint: true,
  reportsCost: true,
  reasoningTokens: true,
};

function checkVendor(vendor: CompatibleVendor): void {
  const { kind, keyVariables, models } = (vendor ?? {}) as Partial<CompatibleVendor>;
  if (typeof kind !== 'string' || kind === '') throw notConfigured('compatibleVendor needs a `kind`, the name of the vendor.');
  if (!Array.isArray(keyVariables)) throw notConfigured(`${kind}: keyVariables must be a list of names of environment variables.`);
  if (typeof models !== 'object' || models === null)
    throw notConfigured(`${kind}: models must be an object, such as { chat: 'acme-large' }.`);
  checkNames(vendor, vendorNames, `${kind}: `, notConfigured);
  checkNames(vendor.wire, wireNames, `${kind}: wire.`, notConfigured);
}
