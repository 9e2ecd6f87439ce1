import { type Database, SYSTEM_CALL, writeAudit } from '@colophon/core';
import { recordSecurityEvent } from '@colophon/identity';
import { readRecord } from '@colophon/core/snapshot';
import { Backup } from './backup.ts';

/** What a restored Newsroom does not do by itself. */
export interface Held {
  readonly mails: number;
  readonly deliveries: number;
  /** The ids of the pieces that were due to be published before the restore: their dates were removed. */
  readonly schedules: readonly string[];
  /** What was sealed with another secret and had to be reset. */
  readonly reset: readonly string[];
}

export interface Restored {
  /** The id of the snapshot, and its moment: what was written later is lost. */
  readonly snapshot: string;
  readonly created: string;
  readonly target: string;
  /** Acts as the one that was backed up did: mails, deliveries and dates are not held, and sessions stay. */
  readonly isLive: boolean;
  /** The secret is that of the backup, so that what was sealed with it can be read. */
  readonly hasSecret: boolean;
}

/** These only make sense where they were made. */
const LEFT_BEHIND = ['sessions', 'one_time_links', 'device_logins', 'passkey_challenges', 'oidc_states', '_idempotency'] as const;

/**
 * Prepares restored records so that nothing happens twice: what waited may have been sent, delivered or published since. The database may still
 * have the schema of the backup.
 */
export async function holdRestored(database: Database, { isLive, hasSecret }: Restored, now = new Date()): Promise<Held> {
  const { builder } = database.dialect;
  const ended = builder.updateTable('backups').set({ state: 'failed', errorCode: 'interrupted' }).where('state', '=', 'running');
  if ((await readRecord(database)).tables.some(({ name }) => name === 'backups')) await database.run(ended.compile());
  if (!isLive) for (const table of LEFT_BEHIND) await database.run(builder.deleteFrom(table).compile());
  const held = { status: 'held', nextAttemptAt: null };
  const mails = builder
    .updateTable('mail_outbox')
    .set({ ...held, reason: 'restored' })
    .where('status', 'in', ['waiting', 'sending']);
  const deliveries = builder
    .updateTable('webhook_deliveries')
    .set({ ...held, error: 'restored' })
    .where('status', '=', 'waiting');
  return {
    mails: isLive ? 0 : await database.run(mails.compile()),
    deliveries: isLive ? 0 : await database.run(deliveries.compile()),
    schedules: isLive ? [] : await holdSchedules(database, now),
    reset: hasSecret ? [] : await resetSealed(database),
  };
}

/** Writes the entry of the audit log, and the security event, that name the snapshot and its moment. */
export async function recordRestored(database: Database, { snapshot, created, target }: Restored, now = new Date()): Promise<void> {
  await database.transaction(async () => {
    const call = { ...SYSTEM_CALL, operation: 'restore' };
    const after = { snapshot, startedAt: created, target };
    await writeAudit(database, call, { action: 'restored', definition: Backup.definition, key: snapshot, before: undefined, after });
    await recordSecurityEvent(database, {
      kind: 'backup.restored',
      userId: null,
      subject: snapshot,
      tenantId: null,
      data: { created },
      now,
    });
  });
}

/** Removes the dates that passed since the backup: the pieces may have been published, and their readers told. */
async function holdSchedules(database: Database, now: Date): Promise<string[]> {
  const { dialect } = database;
  const due = dialect.builder
    .selectFrom('contents')
    .select('id')
    .where('status', 'in', ['draft', 'review'])
    .where('publishAt', '<=', dialect.encode('datetime', now.toISOString()));
  const ids = (await database.all(due.compile())).map(({ id }) => String(id));
  if (ids.length > 0) await database.run(dialect.builder.updateTable('contents').set({ publishAt: null }).where('id', 'in', ids).compile());
  return ids;
}

/** Resets what only the other secret opens: people set up their app again, administrators turn webhooks on with a new secret. */
async function resetSealed(database: Database): Promise<string[]> {
  const { builder, encode } = { builder: database.dialect.builder, encode: (value: boolean) => database.dialect.encode('boolean', value) };
  const people = builder
    .selectFrom('totp_secrets')
    .innerJoin('users', 'users.id', 'totp_secrets.userId')
    .select('users.email')
    .orderBy('users.email');
  const webhooks = builder.selectFrom('webhooks').select('url').where('enabled', '=', encode(true)).orderBy('url');
  const reset = [
    ...(await database.all(people.compile())).map(({ email }) => `the authenticator app of ${String(email)}`),
    ...(await database.all(webhooks.compile())).map(({ url }) => `the secret of the webhook ${String(url)}, which is off`),
  ];
  await database.run(builder.deleteFrom('totp_secrets').compile());
  await database.run(
    builder
      .updateTable('webhooks')
      .set({ enabled: encode(false) })
      .compile(),
  );
  return reset;
}
