export { discover, discoveryRoutes, signedInPolicy } from './discovery-routes.ts';
export type { CommandPolicy, DiscoveryOptions } from './discovery-routes.ts';
