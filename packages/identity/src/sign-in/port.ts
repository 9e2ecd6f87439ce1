import type { TenantChoice } from '../users/standing.ts';

/** Who is at the browser. */
export interface BrowserSession {
  /** Opaque; tokens against request forgery are bound to it. */
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** The tenant the browser works in. */
  readonly tenantId: string | null;
  /** When the person last proved who they are; approving a terminal wants that to be recent. */
  readonly authenticatedAt: string;
  /**
   * The `accessEpoch` of the account when this session was made, read together with it. With it, a terminal that is being
   * approved ends too when everything of the account is ended at the same moment.
   */
  readonly accessEpoch?: number;
  /**
   * When a second factor was shown in this session; absent or null when none was. Where a role needs one, and where the person has
   * one, terminals are let in only by a session that has.
   */
  readonly secondFactorAt?: string | null;
  /** The identity of a provider by which it began, and the session there; absent or null for every other sign-in. */
  readonly identityId?: string | null;
  readonly providerSession?: string | null;
  /** When this session began, and when it ends by itself. */
  readonly createdAt?: string;
  readonly expiresAt?: string;
}

/**
 * How people sign in with a browser: what the device login needs to know, and all that it needs.
 *
 * `passwordSignIn` is the one that comes along. An application with a sign-in of its own implements these three; the
 * people that it names have a row in `users` (`createUser`) and memberships, which say what they may do.
 */
export interface SignIn {
  /** Who is at the browser that sent this request; undefined when nobody is. Changes nothing. */
  currentUser(request: Request): Promise<BrowserSession | undefined>;
  /** The tenants in which the person may act now. */
  tenantsOf(userId: string): Promise<TenantChoice[]>;
  /** Where to send somebody to sign in (again), to come back to a path of this application afterwards. */
  signInPath(returnTo: string): string;
  /** Where to send somebody to show their second factor, to come back afterwards. Without it they are told that it is missing. */
  secondFactorPath?(returnTo: string): string;
}
