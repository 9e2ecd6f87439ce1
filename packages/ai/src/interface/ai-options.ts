import type { ClientOptions } from './client-options.ts';
import type { AIProvider, GatewayProvider } from './provider.ts';
import type { VendorRow } from './vendor-row.ts';

/** Options of every provider, of `getAI` and of `getAIAuto`. The table of kinds shows which apply. */
export interface AIOptions extends ClientOptions {
  /** A vendor that is not in the library's table, instead of `type`; see `compatibleVendor`. */
  vendor?: VendorRow;
}

/** The return type of `getAI` for given options: a gateway has `admin`. */
export type ProviderOf<Options extends AIOptions> = Options extends { type: 'gateway-proxy' | 'gateway-governance' | 'litellm' | 'bifrost' }
  ? GatewayProvider
  : AIProvider;
