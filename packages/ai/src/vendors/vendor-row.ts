import type { Environment } from '../environment/variables.ts';
import type { AICapabilities } from '../interface/capabilities.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { DefaultModels } from '../text/default-models.ts';

/** Makes a provider. */
export type MakeProvider = (options: AIOptions) => AIProvider;

/** The variables a vendor's client reads, the first that is set first. */
export interface VendorEnvironment {
  key?: readonly string[];
  url?: readonly string[];
  adminUrl?: string;
  adminUser?: string;
  adminPassword?: string;
  /** Fills in what is more than a key and an address. */
  fill?(options: AIOptions, environment: Environment): void;
}

/** A model that its vendor has switched off. */
export interface RetiredModel {
  model: RegExp;
  /** `YYYY-MM-DD`. */
  since: string;
  instead: string;
}

/** Everything there is to know of a vendor before its client is made: one row of the table. */
export interface VendorRow<Kind extends string = string, Name extends string = string> {
  /** The neutral token, which `type`, events and errors carry. */
  readonly kind: Kind;
  /** The vendor's common names, which `type` takes as well. */
  readonly names: readonly Name[];
  /** `gen_ai.provider.name` of the OpenTelemetry conventions. */
  readonly telemetryName: string;
  readonly environment: VendorEnvironment;
  /** The variables that point to this vendor: inside a group all must be set. Empty: it is never found by itself. */
  readonly detection: readonly (readonly string[])[];
  /** Which option holds the key, and which the address, when these are not `apiKey` and `baseUrl`. */
  readonly keyOption?: 'apiToken';
  readonly urlOption?: 'endpoint';
  /** Whether it makes speech or video only, so that a model named for texts is not meant for it. */
  readonly mediaOnly?: boolean;
  readonly models: DefaultModels & { readonly video?: string; readonly speech?: string };
  readonly retired?: readonly RetiredModel[];
  capabilities(options: AIOptions): AICapabilities;
  load(): Promise<MakeProvider>;
}

/** Checks a row and keeps its tokens as types. */
export function defineVendor<const Kind extends string, const Name extends string = never>(
  row: VendorRow<Kind, Name>,
): VendorRow<Kind, Name> {
  return row;
}
