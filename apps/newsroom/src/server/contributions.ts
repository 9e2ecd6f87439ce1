import type { Database } from '@colophon/core';
import { configureContributionSecret, configureContributorAccounts } from '@colophon/content';
import type { Config } from '../config/load-config.ts';

/**
 * Configures the secret of contributions for links and challenges, and the lookup of account addresses. Only an administrator
 * sets the address of an account, so a contribution sent by the account under that address is authenticated.
 */
export function configureContributions({ secret }: Config, database: Database): void {
  configureContributionSecret(secret);
  configureContributorAccounts(async ({ id }) => {
    const { builder } = database.dialect;
    const row = await database.first(builder.selectFrom('users').select(['email', 'disabledAt']).where('id', '=', id).compile());
    return row && (row['disabledAt'] ?? null) === null ? String(row['email']) : undefined;
  });
}
