import { type Database, SYSTEM_CALL, writeAudit } from '@colophon/core';
import { readRecord } from '@colophon/core/snapshot';
import { recordSecurityEvent } from '@colophon/identity';
import type { Application } from '../definition/application.ts';
import type { Config } from '../settings/config.ts';
import { Backup } from './backup.ts';

/** What a restored application does not do by itself. */
export interface Held {
  readonly deliveries: number;
  /** What was sealed with another secret and had to be reset. */
  readonly reset: readonly string[];
  /** What the application held in addition, in sentences. */
  readonly lines: readonly string[];
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
export async function holdRestored<C extends Config>(
  application: Application<C>,
  database: Database,
  { isLive, hasSecret }: Restored,
  now = new Date(),
): Promise<Held> {
  const { builder } = database.dialect;
  const there = new Set((await readRecord(database)).tables.map(({ name }) => name));
  const ended = builder.updateTable('backups').set({ state: 'failed', errorCode: 'interrupted' }).where('state', '=', 'running');
  if (there.has('backups')) await database.run(ended.compile());
  if (!isLive) for (const table of LEFT_BEHIND) if (there.has(table)) await database.run(builder.deleteFrom(table).compile());
  const deliveries = builder
    .updateTable('webhook_deliveries')
    .set({ status: 'held', nextAttemptAt: null, error: 'restored' })
    .where('status', '=', 'waiting');
  return {
    deliveries: isLive || !there.has('webhook_deliveries') ? 0 : await database.run(deliveries.compile()),
    lines: (await application.restoring?.(database, { isLive, hasSecret, now })) ?? [],
    reset: hasSecret ? [] : await resetSealed(database, there),
  };
}

/** Writes the entry of the audit log, and the security event, that name the snapshot and its moment. */
export async function recordRestored<C extends Config>(
  application: Application<C>,
  database: Database,
  { snapshot, created, target }: Restored,
  now = new Date(),
): Promise<void> {
  await database.transaction(async () => {
    const call = { ...SYSTEM_CALL, operation: 'restore' };
    const after = { snapshot, startedAt: created, target };
    await writeAudit(database, call, { action: 'restored', definition: Backup.definition, key: snapshot, before: undefined, after });
    if (application.signIn) return;
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

/** Resets what only the other secret opens: people set up their app again, administrators turn webhooks on with a new secret. */
async function resetSealed(database: Database, there: ReadonlySet<string>): Promise<string[]> {
  return [
    ...(there.has('totp_secrets') ? await resetFactors(database) : []),
    ...(there.has('webhooks') ? await resetWebhooks(database) : []),
  ];
}

async function resetFactors(database: Database): Promise<string[]> {
  const { builder } = database.dialect;
  const people = builder
    .selectFrom('totp_secrets')
    .innerJoin('users', 'users.id', 'totp_secrets.userId')
    .select('users.email')
    .orderBy('users.email');
  const reset = (await database.all(people.compile())).map(({ email }) => `the authenticator app of ${String(email)}`);
  await database.run(builder.deleteFrom('totp_secrets').compile());
  return reset;
}

async function resetWebhooks(database: Database): Promise<string[]> {
  const { builder, encode } = { builder: database.dialect.builder, encode: (value: boolean) => database.dialect.encode('boolean', value) };
  const webhooks = builder.selectFrom('webhooks').select('url').where('enabled', '=', encode(true)).orderBy('url');
  const reset = (await database.all(webhooks.compile())).map(({ url }) => `the secret of the webhook ${String(url)}, which is off`);
  await database.run(
    builder
      .updateTable('webhooks')
      .set({ enabled: encode(false) })
      .compile(),
  );
  return reset;
}
