/** Where the device grant lives, below the base URL of a server. */
export const DEVICE_GRANT_PATHS = {
  start: '/api/cli/auth/start',
  token: '/api/cli/auth/token',
  session: '/api/cli/auth/session',
  approve: '/api/cli/auth/approve',
  deny: '/api/cli/auth/deny',
  /** The page that a person opens, below the issuer. */
  verification: '/terminal-login',
  /** RFC 8414; names the issuer that a client compares before it sends a token. */
  metadata: '/.well-known/oauth-authorization-server',
} as const;

/** How long a login attempt stays open, in seconds. */
export const DEVICE_CODE_LIFETIME_SECONDS = 600;

/** How long a client waits between polls when the server suggests nothing, in seconds. */
export const DEVICE_POLL_INTERVAL_SECONDS = 2;

/** What is added to the interval of a client that polls too fast, in seconds (RFC 8628 §3.5). */
export const DEVICE_SLOW_DOWN_SECONDS = 5;

/** The `grant_type` of clients that speak RFC 8628 to the letter. */
export const DEVICE_GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Body of `POST /api/cli/auth/start`; none is needed. */
export interface DeviceStartRequest {
  /** Shown on the approval page, e.g. the name of the program and of the machine. */
  readonly clientName?: string;
}

/** Answer of `POST /api/cli/auth/start`, status 201. */
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
  /** Seconds from now, which a clock that is wrong cannot spoil. */
  readonly expiresIn: number;
  /** Seconds between polls. */
  readonly interval: number;
  /** Exact and opaque: what the token will be bound to. */
  readonly issuer: string;
}

/** Body of `POST /api/cli/auth/token`. */
export interface DeviceTokenRequest {
  readonly deviceCode: string;
}

/** Nobody has decided yet. A client that polled too fast is told a longer `interval`. */
export interface DeviceTokenPending {
  readonly status: 'pending';
  readonly interval: number;
  readonly expiresAt: string;
}

/** The time to approve has run out. */
export interface DeviceTokenExpired {
  readonly status: 'expired';
}

/** The one answer that carries the token. */
export interface DeviceTokenApproved {
  readonly status: 'approved';
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** Seconds the token lives. */
  readonly expiresIn: number;
}

/**
 * Answer of `POST /api/cli/auth/token`, status 200. A denied login is 403 `access_denied`; an unknown or consumed code is 410.
 */
export type DeviceTokenResponse = DeviceTokenPending | DeviceTokenExpired | DeviceTokenApproved;

/** The tenant that a session acts in; null acts on global rows. */
export interface SessionTenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** Answer of `GET /api/cli/auth/session`. A dead token is 401. */
export interface SessionResponse {
  readonly authenticated: true;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly tenant: SessionTenant | null;
  readonly roles: readonly string[];
  readonly session: {
    readonly id: string;
    /** `cli` sessions come from a device login, `token` ones from an API token made by an operator. */
    readonly kind: 'cli' | 'token';
    readonly createdAt: string;
    /** Null for a token that does not expire. */
    readonly expiresAt: string | null;
  };
  readonly issuer: string;
}

/** Answer of `DELETE /api/cli/auth/session`, whether the token was alive or not. */
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

/** Start answer for clients that speak RFC 8628 §3.2 to the letter. */
export interface OAuthDeviceAuthorizationResponse {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** Token answer for clients that speak RFC 8628 to the letter (RFC 6749 §5.1). */
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
