export { createAuthenticator } from './sessions/authenticator.ts';
export type { Authenticator, Credentials } from './sessions/authenticator.ts';
export { createTenant, requireTenant, Tenant, Tenants } from './tenants/tenant.ts';
export type { NewTenant } from './tenants/tenant.ts';
export { ApiToken, ApiTokens } from './tokens/api-token.ts';
export { createToken, listTokens, revokeToken } from './tokens/manage-tokens.ts';
export type { NewToken } from './tokens/manage-tokens.ts';
