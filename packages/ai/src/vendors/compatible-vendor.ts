import type { AIOptions } from '../interface/client-options.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import type { ChatCompletionsStyle, SamplingOption } from '../wires/chat-completions/request.ts';
import { capabilities, textCapabilities, type CapabilityFlags } from '../provider/capabilities.ts';
import { defineVendor, type MakeProvider, type VendorEnvironment, type VendorRow } from './vendor-row.ts';

/** A vendor that speaks OpenAI's wire: everything that tells it from the others. */
export interface CompatibleVendor<Kind extends string = string, Name extends string = string> {
  /** The vendor's name, which `type`, events and errors carry. */
  kind: Kind;
  /** Other names for it. */
  names?: readonly Name[];
  /** `gen_ai.provider.name` of the OpenTelemetry conventions. Default: the kind. */
  telemetryName?: string;
  /** The address, ending where `/chat/completions` is added; or how it is made of a client's options. Empty: each client names it. */
  baseUrl: string | ((options: AIOptions) => string);
  /** Completes the address that a client names. */
  completeUrl?: (baseUrl: string) => string;
  /** The variables that may hold the key, the first that is set first. Any of them makes `getAIAuto` find the vendor. */
  keyVariables: readonly string[];
  /** The headers that carry the key. Default: `authorization: Bearer …`. */
  headers?: (apiKey: string, options: AIOptions) => Record<string, string>;
  /** Whether a token that expires (`accessToken`) may stand for the key. */
  takesAccessToken?: boolean;
  /** What else of a client is read from the environment, and which variables point to the vendor, when not the key alone. */
  environment?: Omit<VendorEnvironment, 'key'>;
  detection?: VendorRow['detection'];
  models: VendorRow['models'];
  retired?: VendorRow['retired'];
  /** What it can do besides, or cannot. */
  flags?: CapabilityFlags;
  /** The fields of the request that ask for reasoning, or keep it off. Default: `reasoning_effort` when asked for. */
  reasoning?: (model: string, request: GenerationRequest) => Record<string, unknown> | undefined;
  /** How the output ceiling is called. Default `max_tokens`. */
  ceilingName?: 'max_tokens' | 'max_completion_tokens';
  /** What else differs on its wire. */
  wire?: CompatibleWire;
}

/** How a vendor's wire differs from OpenAI's. What is left out does not. */
export interface CompatibleWire extends Partial<
  Pick<ChatCompletionsStyle, 'systemRole' | 'seedName' | 'anyTool' | 'asksStreamUsage' | 'documents' | 'marksCache' | 'reasoningName'>
> {
  /** Whether it can be held to a JSON schema. Default true; otherwise the model is told of it. */
  jsonSchema?: boolean;
  /** Sampling options that a model refuses, by what the request says of reasoning. */
  refuses?: (model: string, reasoning: Readonly<Record<string, unknown>>) => readonly SamplingOption[];
  /** What the requests of a batch are addressed to. Default `/v1/chat/completions`. */
  batchEndpoint?: string;
  /** Whether `usage.cost` of an answer is what it cost, in US dollars. */
  reportsCost?: boolean;
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
    environment: { ...vendor.environment, key: keyVariables },
    detection: vendor.detection ?? keyVariables.map((name) => [name]),
    models,
    ...(retired === undefined ? {} : { retired }),
    capabilities: () => capabilities({ ...textCapabilities, reasoningWhenNotRequested: 'unknown', ...flags }),
    load: async (): Promise<MakeProvider> => {
      const { CompatibleProvider } = await import('./compatible-provider.ts');
      return (options) => new CompatibleProvider(vendor, options);
    },
  });
}
