import { collection, datetime, integer, object, reference, type SaveContext, text } from '@colophon/core';
import { User, Users } from '../users/user.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';

/** `pending` is a browser whose user has shown a first factor and not the second one: it gives no access. */
const SESSION_KINDS = ['browser', 'cli', 'pending'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** A placeholder for the hash of a session whose token was not fetched yet: no SHA-256 looks like it. */
export const UNFETCHED = 'none:';

/**
 * A user's session in a browser, or of a logged-in terminal. Only the SHA-256 of its secret is stored; a session that was approved and not
 * fetched yet has none, and cannot be used.
 */
export class Session extends object(
  {
    kind: text({ values: SESSION_KINDS, required: true }),
    userId: reference(() => User, { required: true, onDelete: 'cascade' }),
    hash: text({ required: true, private: true }),
    label: text({ description: 'The name of the program, or the user agent of the browser.' }),
    address: text(),
    device: text({ private: true, description: 'The SHA-256 of a cookie that stays in the browser; null in terminals.' }),
    accessEpoch: integer({
      default: 0,
      description: 'The access epoch of the account; the session has ended if the account has a later one.',
    }),
    expiresAt: datetime({ required: true }),
    /** When the user last authenticated. */
    authenticatedAt: datetime({ required: true }),
    secondFactorAt: datetime({ description: 'When a second factor was entered; null if none was.' }),
    identityId: text({ description: 'The provider identity used for sign-in; null for any other sign-in.' }),
    providerSession: text({ private: true }),
    lastUsedAt: datetime(),
    revokedAt: datetime(),
  },
  {
    table: 'sessions',
    kept: 'secret',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    unique: [['hash']],
    indexes: [['userId', 'kind'], ['expiresAt'], ['providerSession']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Sessions of browsers and terminals.',
  },
) {
  protected override async afterSave({ database }: SaveContext): Promise<void> {
    const { hash } = this;
    database.afterCommit(() => verdictsOf(database).forget(hash));
  }

  protected override async afterDelete({ database }: SaveContext): Promise<void> {
    const { hash } = this;
    database.afterCommit(() => verdictsOf(database).forget(hash));
  }
}

export class Sessions extends collection(Session, { requires: () => [Users] }) {}

/** Whether its secret was handed out: a session approved for a terminal has none until it is fetched. */
export function isFetched({ hash }: Pick<Session, 'hash'>): boolean {
  return !hash.startsWith(UNFETCHED);
}
