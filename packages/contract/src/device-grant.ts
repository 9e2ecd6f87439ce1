/** Paths of the device grant, below the base URL of a server. */
export const DEVICE_GRANT_PATHS = {
  start: '/api/cli/auth/start',
  token: '/api/cli/auth/token',
  session: '/api/cli/auth/session',
  approve: '/api/cli/auth/approve',
  deny: '/api/cli/auth/deny',
  /** The page that a person opens, below the issuer. */
  verification: '/terminal-login',
  /** RFC 8414 metadata; names the issuer that a client compares before it sends a token. */
  metadata: '/.well-known/oauth-authorization-server',
} as const;

/** How long a login attempt stays open, in seconds. */
export const DEVICE_CODE_LIFETIME_SECONDS = 600;

/** Interval between polls if the server suggests none, in seconds. */
export const DEVICE_POLL_INTERVAL_SECONDS = 2;

/** Seconds added to the interval of a client that polls too fast (RFC 8628 §3.5). */
export const DEVICE_SLOW_DOWN_SECONDS = 5;

/** The `grant_type` of clients that follow RFC 8628. */
export const DEVICE_GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Body of `POST /api/cli/auth/start`; none is needed. */
export interface DeviceStartRequest {
  /** Shown on the approval page, e.g. the name of the program and of the machine. */
  readonly clientName?: string;
}

/** Response of `POST /api/cli/auth/start`, status 201. */
export interface DeviceStartResponse {
  /** Secret of the client; 32 random bytes in base64url. */
  readonly deviceCode: string;
  /** `XXXX-XXXX`, for a person to compare. */
  readonly userCode: string;
  readonly verificationUrl: string;
  /** The same with the user code filled in. */
  readonly verificationUrlComplete: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  /** Seconds from now, so that a wrong clock does not matter. */
  readonly expiresIn: number;
  /** Seconds between polls. */
  readonly interval: number;
  /** Exact and opaque: the issuer that the token will be bound to. */
  readonly issuer: string;
}

/** Body of `POST /api/cli/auth/token`. */
export interface DeviceTokenRequest {
  readonly deviceCode: string;
}

/** The login has not been decided yet. A client that polled too fast gets a longer `interval`. */
export interface DeviceTokenPending {
  readonly status: 'pending';
  readonly interval: number;
  readonly expiresAt: string;
}

/** The approval period has ended. */
export interface DeviceTokenExpired {
  readonly status: 'expired';
}

/** The only response that contains the token. */
export interface DeviceTokenApproved {
  readonly status: 'approved';
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** Lifetime of the token in seconds. */
  readonly expiresIn: number;
}

/**
 * Response of `POST /api/cli/auth/token`, status 200. A denied login is 403 `access_denied`; an unknown or consumed code is 410.
 */
export type DeviceTokenResponse = DeviceTokenPending | DeviceTokenExpired | DeviceTokenApproved;

/** The tenant that a session acts in; null means global rows. */
export interface SessionTenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** Response of `GET /api/cli/auth/session`. An invalid token is 401. */
export interface SessionResponse {
  readonly authenticated: true;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly tenant: SessionTenant | null;
  readonly roles: readonly string[];
  readonly session: {
    readonly id: string;
    /** `cli` sessions come from a device login, `token` sessions from an API token. */
    readonly kind: 'cli' | 'token';
    readonly createdAt: string;
    /** Null for a token that does not expire. */
    readonly expiresAt: string | null;
  };
  readonly issuer: string;
}

/** Response of `DELETE /api/cli/auth/session`, whether the token was valid or not. */
export interface SessionEndedResponse {
  readonly authenticated: false;
}

/** Body of `POST /api/cli/auth/approve`, from the signed-in browser. */
export interface DeviceApproveRequest {
  readonly userCode: string;
  /** One of the approver's own tenants; null for global rows. */
  readonly tenantId: string | null;
}

/** Body of `POST /api/cli/auth/deny`, from the signed-in browser. */
export interface DeviceDenyRequest {
  readonly userCode: string;
}

/** Start response for clients that follow RFC 8628 §3.2. */
export interface OAuthDeviceAuthorizationResponse {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** Token response for clients that follow RFC 8628 (RFC 6749 §5.1). */
export interface OAuthTokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
}

/** `error` values of the token endpoint (RFC 8628 §3.5, RFC 6749 §5.2). */
export type OAuthTokenErrorCode =
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type';
