import { ASKS, collection, type Database, datetime, integer, list, object, reference, ROLES, type SaveContext, text } from '@colophon/core';
import { User, Users } from '../users/user.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';
import { OAuthClient, OAuthClients } from './oauth-client.ts';

/** How long a grant lasts without use, in milliseconds: 90 days. */
export const UNUSED_GRANT_MS = 90 * 24 * 3600 * 1000;

/** What a person allows one client to do for them in one tenant. All its tokens end with it. */
export class OAuthGrant extends object(
  {
    userId: reference(() => User, { required: true, onDelete: 'cascade' }),
    clientId: reference(() => OAuthClient, { required: true, onDelete: 'cascade' }),
    scopes: list(text(), { required: true, description: 'What it may do, `offline_access` among it.' }),
    role: text({ values: ROLES, required: true, description: 'The highest role that it has; never more than that of the person.' }),
    ask: text({ values: ASKS, description: 'Before what the person is asked; null from before that was asked: before what destroys.' }),
    accessEpoch: integer({
      default: 0,
      description: 'The access epoch of the account; the grant has ended if the account has a later one.',
    }),
    secondFactorAt: datetime({ description: 'When the person had shown a second factor; null if they had not.' }),
    approvedAt: datetime({ required: true }),
    lastUsedAt: datetime(),
    expiresAt: datetime({ required: true, description: 'When it ends unless it is used.' }),
    revokedAt: datetime(),
  },
  {
    table: 'oauth_grants',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    unique: [['userId', 'clientId', 'tenantId']],
    indexes: [['expiresAt']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'What people have allowed programs to do for them.',
  },
) {
  protected override async afterSave({ database, created }: SaveContext): Promise<void> {
    if (!created) forgetVerdicts(database);
  }

  protected override async afterDelete({ database }: SaveContext): Promise<void> {
    forgetVerdicts(database);
  }
}

export class OAuthGrants extends collection(OAuthGrant, { requires: () => [Users, OAuthClients] }) {}

function forgetVerdicts(database: Database): void {
  database.afterCommit(() => verdictsOf(database).forget());
}
