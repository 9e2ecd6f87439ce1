import type { AIOptions } from '../interface/client-options.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import { capabilities, textCapabilities, type CapabilityFlags } from '../provider/capabilities.ts';
import { defineVendor, type MakeProvider, type VendorRow } from './vendor-row.ts';

/** A vendor that speaks OpenAI's wire: everything that tells it from the others. */
export interface CompatibleVendor<Kind extends string = string, Name extends string = string> {
  /** The vendor's name, which `type`, events and errors carry. */
  kind: Kind;
  /** Other names for it. */
  names?: readonly Name[];
  /** `gen_ai.provider.name` of the OpenTelemetry conventions. Default: the kind. */
  telemetryName?: string;
  /** The address, ending where `/chat/completions` is added; or how it is made of a client's options. */
  baseUrl: string | ((options: AIOptions) => string);
  /** The variables that may hold the key, the first that is set first. Any of them makes `getAIAuto` find the vendor. */
  keyVariables: readonly string[];
  /** The headers that carry the key. Default: `authorization: Bearer …`. */
  headers?: (apiKey: string, options: AIOptions) => Record<string, string>;
  models: VendorRow['models'];
  retired?: VendorRow['retired'];
  /** What it can do besides, or cannot. */
  flags?: CapabilityFlags;
  /** The fields of the request that ask for reasoning, or keep it off. Default: `reasoning_effort` when asked for. */
  reasoning?: (model: string, request: GenerationRequest) => Record<string, unknown> | undefined;
  /** How the output ceiling is called. Default `max_tokens`. */
  ceilingName?: 'max_tokens' | 'max_completion_tokens';
}

/**
 * Makes the row of a vendor that speaks OpenAI's wire. Put it into `VENDORS`, or pass it to `getAI` as `vendor`.
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
  const { kind, names = [], telemetryName = kind, keyVariables, models, retired, flags = {} } = vendor;
  return defineVendor<Kind, Name>({
    kind,
    names,
    telemetryName,
    environment: { key: keyVariables },
    detection: keyVariables.map((name) => [name]),
    models,
    ...(retired === undefined ? {} : { retired }),
    capabilities: () => capabilities({ ...textCapabilities, reasoningWhenNotRequested: 'unknown', ...flags }),
    load: async (): Promise<MakeProvider> => {
      const { CompatibleProvider } = await import('./compatible-provider.ts');
      return (options) => new CompatibleProvider(vendor, options);
    },
  });
}
