import type { Database } from '@colophon/core';
import { isFactorRequired } from './factor-rule.ts';
import { countPasskeys } from './party-id.ts';
import { RecoveryCodes } from './recovery-code.ts';
import { TotpSecrets } from './totp-secret.ts';

/** The second factors of a user, and whether they need one. */
export interface Factors {
  /** When their authenticator app was set up; null if it was not. */
  readonly totpSince: string | null;
  readonly recoveryCodesLeft: number;
  /** The number of passkeys that work at the application's present address. */
  readonly passkeys: number;
  /** Whether their role in any of their tenants needs one. */
  readonly isRequired: boolean;
}

export async function factorsOf(database: Database, userId: string): Promise<Factors> {
  const totp = await new TotpSecrets(database).find({ userId });
  const recoveryCodesLeft = await new RecoveryCodes(database).count({ where: { userId, usedAt: { null: true } } });
  const passkeys = await countPasskeys(database, userId);
  const isRequired = await isFactorRequired(database, userId);
  return { totpSince: totp?.confirmedAt ?? null, recoveryCodesLeft, passkeys, isRequired };
}

/** Whether the user has set up a second factor: an authenticator app, or a passkey. */
export async function hasFactor(database: Database, userId: string): Promise<boolean> {
  const totp = await new TotpSecrets(database).find({ userId });
  if (totp !== undefined && totp.confirmedAt !== null) return true;
  return (await countPasskeys(database, userId)) > 0;
}
