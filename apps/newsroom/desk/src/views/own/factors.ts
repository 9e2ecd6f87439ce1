/** What `GET /session/second-factor` answers. */
export interface Factors {
  /** Since when there is an authenticator app; null without one. */
  readonly totpSince: string | null;
  readonly recoveryCodesLeft: number;
  readonly passkeys: number;
  /** Whether the role in any of the tenants needs one. */
  readonly isRequired: boolean;
}
