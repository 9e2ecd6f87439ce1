import { both, collection, type Database, datetime, object, reference, type SaveContext, text, where } from '@colophon/core';
import { recordChange } from '../security/record-event.ts';
import { User, Users } from './user.ts';

/**
 * A user's identity at an identity provider: the account is found by issuer and subject together (OpenID Connect Core §5.7), and by no
 * other claim.
 */
export class UserIdentity extends object(
  {
    userId: reference(() => User, { required: true, onDelete: 'cascade' }),
    issuer: text({ required: true, maxLength: 500 }),
    subject: text({ required: true, maxLength: 255 }),
    lastUsedAt: datetime(),
  },
  {
    table: 'user_identities',
    kept: 'secret',
    api: false,
    mcp: false,
    cli: false,
    unique: [['issuer', 'subject']],
    indexes: [['userId']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'People as identity providers know them.',
  },
) {
  protected override async afterSave({ database, call, created }: SaveContext): Promise<void> {
    if (!created) return;
    await recordChange(database, call, { kind: 'factor.changed', userId: this.userId, data: { change: 'identity.added' } });
  }

  protected override async afterDelete({ database, call }: SaveContext): Promise<void> {
    await recordChange(database, call, { kind: 'factor.changed', userId: this.userId, data: { change: 'identity.removed' } });
  }
}

export class UserIdentities extends collection(UserIdentity, { requires: () => [Users] }) {}

/** The identity with this issuer and subject. */
export function findIdentity(
  database: Database,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<UserIdentity | undefined> {
  return new UserIdentities(database).findMatching(both(where('issuer', 'eq', issuer), where('subject', 'eq', subject)));
}

/** A user's identities, oldest first. */
export function identitiesOf(database: Database, userId: string): Promise<UserIdentity[]> {
  return new UserIdentities(database).list({ where: { userId }, orderBy: 'created_at', limit: 100 });
}
