import type { AICapabilities } from './capabilities.ts';
import type { ClientOptions } from './client-options.ts';
import type { AIProvider } from './provider.ts';

/** Variables by name; empty ones count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The default models. */
export interface DefaultModels {
  readonly chat?: string;
  readonly embedding?: string;
  readonly image?: string;
  readonly imageEmbedding?: string;
  readonly transcription?: string;
  readonly reranking?: string;
}

/** Creates a provider. */
export type MakeProvider = (options: ClientOptions) => AIProvider;

/** The variables that a vendor's client reads; the first that is set is used. */
export interface VendorEnvironment {
  key?: readonly string[];
  url?: readonly string[];
  adminUrl?: string;
  adminUser?: string;
  adminPassword?: string;
  /** Fills in options other than key and address. */
  fill?(options: ClientOptions, environment: Environment): void;
}

/** A model that its vendor has switched off. */
export interface RetiredModel {
  model: RegExp;
  /** `YYYY-MM-DD`. */
  since: string;
  instead: string;
}

/** Everything about a vendor that is known without its code. */
export interface VendorDescription<Kind extends string = string, Name extends string = string> {
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
  capabilities(options: ClientOptions): AICapabilities;
}

/** One row of the table of vendors: what is known of a vendor, and how its code is loaded. */
export interface VendorRow<Kind extends string = string, Name extends string = string> extends VendorDescription<Kind, Name> {
  load(): Promise<MakeProvider>;
}
