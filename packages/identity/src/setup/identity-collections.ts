import { Attempts } from '@colophon/core/throttle';
import { OAuthClients } from '../agents/oauth-client.ts';
import { OAuthCodes } from '../agents/oauth-code.ts';
import { OAuthGrants } from '../agents/oauth-grant.ts';
import { OAuthTokens } from '../agents/oauth-token.ts';
import { DeviceLogins } from '../grant/device-login.ts';
import { OneTimeLinks } from '../links/one-time-link.ts';
import { SecurityEvents } from '../security/security-event.ts';
import { Sessions } from '../sessions/session.ts';
import { Tenants } from '../tenants/tenant.ts';
import { ApiTokens } from '../tokens/api-token.ts';
import { Memberships } from '../users/membership.ts';
import { PasskeyChallenges } from '../sign-in/passkeys/challenge.ts';
import { OidcStates } from '../sign-in/oidc/oidc-state.ts';
import { SecondFactorRules } from '../users/factors/factor-rule.ts';
import { Passkeys } from '../users/factors/passkey.ts';
import { RecoveryCodes } from '../users/factors/recovery-code.ts';
import { TotpSecrets } from '../users/factors/totp-secret.ts';
import { UserIdentities } from '../users/user-identity.ts';
import { Users } from '../users/user.ts';

/** The collections that an application adds to its operation table for identity: their tables come with its migrations. */
export const identityCollections = [
  Tenants,
  ApiTokens,
  Users,
  Memberships,
  Sessions,
  DeviceLogins,
  Attempts,
  OneTimeLinks,
  TotpSecrets,
  RecoveryCodes,
  SecondFactorRules,
  Passkeys,
  PasskeyChallenges,
  UserIdentities,
  OidcStates,
  SecurityEvents,
  OAuthClients,
  OAuthGrants,
  OAuthCodes,
  OAuthTokens,
] as const;
