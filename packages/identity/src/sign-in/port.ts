import type { TenantChoice } from '../users/standing.ts';

/** The user of the browser's session. */
export interface BrowserSession {
  /** Opaque; form tokens are bound to it. */
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** The current tenant of the browser. */
  readonly tenantId: string | null;
  /** When the user last authenticated; approving a terminal requires this to be recent. */
  readonly authenticatedAt: string;
  /**
   * The `accessEpoch` of the account when this session was created, read together with it. With it, a terminal that is being approved ends
   * too if all access of the account is ended at the same moment.
   */
  readonly accessEpoch?: number;
  /**
   * When a second factor was shown in this session; absent or null if none was. If a role needs one, or the user has one, only a session
   * that has shown it can approve a terminal.
   */
  readonly secondFactorAt?: string | null;
  /** The provider identity with which it began, and the session there; absent or null for every other sign-in. */
  readonly identityId?: string | null;
  readonly providerSession?: string | null;
  /** When this session began, and when it expires. */
  readonly createdAt?: string;
  readonly expiresAt?: string;
}

/**
 * The sign-in of browsers, as far as the device login needs it.
 *
 * `passwordSignIn` is included. An application with its own sign-in implements these three methods; its users have a row in `users`
 * (`createUser`) and memberships, which hold their roles.
 */
export interface SignIn {
  /** The user of the browser that sent this request; undefined if nobody is signed in. Changes nothing. */
  currentUser(request: Request): Promise<BrowserSession | undefined>;
  /** The tenants in which the user has a role now. */
  tenantsOf(userId: string): Promise<TenantChoice[]>;
  /** Where to sign in (again), returning to a path of this application afterwards. */
  signInPath(returnTo: string): string;
  /** Where to show the second factor, returning afterwards. Without it, users are only informed that it is missing. */
  secondFactorPath?(returnTo: string): string;
}
