import type { Environment } from '../environment/variables.ts';
import type { AICapabilities } from '../interface/capabilities.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { DefaultModels } from '../text/default-models.ts';

/** Creates a provider. */
export type MakeProvider = (options: AIOptions) => AIProvider;

/** The variables that a vendor's client reads; the first that is set is used. */
export interface VendorEnvironment {
  key?: readonly string[];
  url?: readonly string[];
  adminUrl?: string;
  adminUser?: string;
  adminPassword?: string;
  /** Fills in options other than key and address. */
  fill?(options: AIOptions, environment: Environment): void;
}

/** A model that its vendor has switched off. */
export interface RetiredModel {
  model: RegExp;
  /** `YYYY-MM-DD`. */
  since: string;
  instead: string;
}

/** Everything about a vendor that is needed before its client is created: one row of the table. */
export interface VendorRow<Kind extends string = string, Name extends string = string> {
  /** The neutral token, used in `type`, events and errors. */
  readonly kind: Kind;
  /** The vendor's common names, which `type` accepts too. */
  readonly names: readonly Name[];
  /** `gen_ai.provider.name` of the OpenTelemetry conventions. */
  readonly telemetryName: string;
  readonly environment: VendorEnvironment;
  /** The variables that select this vendor: all of a group must be set. Empty: it is never selected automatically. */
  readonly detection: readonly (readonly string[])[];
  /** Which option holds the key, and which the address, if not `apiKey` and `baseUrl`. */
  readonly keyOption?: 'apiToken';
  readonly urlOption?: 'endpoint';
  /** Whether it produces speech or video only, so that a model configured for text does not apply to it. */
  readonly mediaOnly?: boolean;
  readonly models: DefaultModels & { readonly video?: string; readonly speech?: string };
  readonly retired?: readonly RetiredModel[];
  capabilities(options: AIOptions): AICapabilities;
  load(): Promise<MakeProvider>;
}

/** Type-checks a row, preserving the literal types of its tokens. */
export function defineVendor<const Kind extends string, const Name extends string = never>(
  row: VendorRow<Kind, Name>,
): VendorRow<Kind, Name> {
  return row;
}
