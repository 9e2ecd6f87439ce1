/** The response of `GET /session/second-factor`. */
export interface Factors {
  /** Since when there is an authenticator app; null without one. */
  readonly totpSince: string | null;
  readonly recoveryCodesLeft: number;
  readonly passkeys: number;
  /** Whether the user's role in any tenant requires one. */
  readonly isRequired: boolean;
}
