import type { Database } from '@colophon/core';
import { configureContributionSecret, configureContributorAccounts } from '@colophon/content';
import type { Config } from '../config/load-config.ts';

/**
 * Gives contributions the secret for links and challenges, and the addresses of accounts: an account's address is set only by an
 * administrator, so a contribution sent by the account under it is proved to be its owner's.
 */
export function configureContributions({ secret }: Config, database: Database): void {
  configureContributionSecret(secret);
  configureContributorAccounts(async ({ id }) => {
    const { builder } = database.dialect;
    const row = await database.first(builder.selectFrom('users').select(['email', 'disabledAt']).where('id', '=', id).compile());
    return row && (row['disabledAt'] ?? null) === null ? String(row['email']) : undefined;
  });
}
