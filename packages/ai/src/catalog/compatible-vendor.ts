import type { ClientOptions } from '../interface/client-options.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import type { ChatCompletionsStyle, SamplingOption } from '../wires/chat-completions/request.ts';
import { capabilities, textCapabilities, type CapabilityFlags } from './capabilities.ts';
import type { VendorDescription, VendorEnvironment } from '../interface/vendor-row.ts';

/** A vendor with OpenAI's wire: everything that distinguishes it from the others. */
export interface CompatibleVendor<Kind extends string = string, Name extends string = string> {
  /** The vendor's name, used in `type`, events and errors. */
  kind: Kind;
  /** Other names for it. */
  names?: readonly Name[];
  /** `gen_ai.provider.name` of the OpenTelemetry conventions. Default: the kind. */
  telemetryName?: string;
  /** The address, ending where `/chat/completions` is appended; or a function of a client's options. Empty: each client must name it. */
  baseUrl: string | ((options: ClientOptions) => string);
  /** Completes the address of a client. */
  completeUrl?: (baseUrl: string) => string;
  /** The variables that may hold the key; the first that is set is used. Any of them makes `getAIAuto` find the vendor. */
  keyVariables: readonly string[];
  /** The headers that carry the key. Default: `authorization: Bearer …`. */
  headers?: (apiKey: string, options: ClientOptions) => Record<string, string>;
  /** Whether an expiring token (`accessToken`) can replace the key. */
  takesAccessToken?: boolean;
  /** Other client options read from the environment, and the variables that select the vendor, if not the key alone. */
  environment?: Omit<VendorEnvironment, 'key'>;
  detection?: VendorDescription['detection'];
  models: VendorDescription['models'];
  retired?: VendorDescription['retired'];
  /** Additional or missing capabilities. */
  flags?: CapabilityFlags;
  /** The request fields that enable or disable reasoning. Default: `reasoning_effort` if requested. */
  reasoning?: (model: string, request: GenerationRequest) => Record<string, unknown> | undefined;
  /** The name of the output ceiling. Default `max_tokens`. */
  ceilingName?: 'max_tokens' | 'max_completion_tokens';
  /** Other differences of its wire. */
  wire?: CompatibleWire;
}

/** The differences of a vendor's wire from OpenAI's. */
export interface CompatibleWire extends Partial<
  Pick<ChatCompletionsStyle, 'systemRole' | 'seedName' | 'anyTool' | 'asksStreamUsage' | 'documents' | 'marksCache' | 'reasoningName'>
> {
  /** Whether a JSON schema can be enforced. Default true; otherwise the model receives it as an instruction. */
  jsonSchema?: boolean;
  /** Sampling options that a model rejects, depending on the reasoning fields of the request. */
  refuses?: (model: string, reasoning: Readonly<Record<string, unknown>>) => readonly SamplingOption[];
  /** The endpoint of the requests of a batch. Default `/v1/chat/completions`. */
  batchEndpoint?: string;
  /** Whether `usage.cost` of an answer is its cost in US dollars; `ticks` if `usage.cost_in_usd_ticks` reports it. */
  reportsCost?: boolean | 'ticks';
  /** How reasoning tokens are reported: as a part of `completion_tokens` (default), or beside them. */
  reasoningTokens?: 'included' | 'beside';
}

/** Type-checks a description, preserving the literal types of its tokens. */
export function describeCompatibleVendor<const Kind extends string, const Name extends string = never>(
  vendor: CompatibleVendor<Kind, Name>,
): CompatibleVendor<Kind, Name> {
  return vendor;
}

/** What is known of a vendor with OpenAI's wire without its code. */
export function toDescription<Kind extends string, Name extends string>(
  vendor: CompatibleVendor<Kind, Name>,
): VendorDescription<Kind, Name> {
  const { kind, names = [], telemetryName = kind, keyVariables, models, retired, flags = {} } = vendor;
  return {
    kind,
    names,
    telemetryName,
    environment: { ...vendor.environment, key: keyVariables },
    detection: vendor.detection ?? keyVariables.map((name) => [name]),
    models,
    ...(retired === undefined ? {} : { retired }),
    capabilities: () => capabilities({ ...textCapabilities, reasoningWhenNotRequested: 'unknown', ...flags }),
  };
}
