import type { AIOptions } from './client-options.ts';
import type { AIProvider, GatewayProvider } from './provider.ts';

/** The return type of `getAI` for given options: a gateway has `admin`. */
export type ProviderOf<Options extends AIOptions> = Options extends { type: 'gateway-proxy' | 'gateway-governance' | 'litellm' | 'bifrost' }
  ? GatewayProvider
  : AIProvider;
