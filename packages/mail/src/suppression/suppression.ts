import { collection, type Database, datetime, object, text } from '@colophon/core';
import { mailSecretOf } from './mail-secret.ts';

const SUPPRESSION_REASONS = ['refused', 'unsubscribed'] as const;

/** A suppressed address: temporarily, because its server refused a mail; or because its owner unsubscribed from a kind. */
export class MailSuppression extends object(
  {
    addressKey: text({ required: true, maxLength: 64, private: true }),
    reason: text({ values: SUPPRESSION_REASONS, required: true }),
    kind: text({ maxLength: 100, description: 'The suppressed kind; null for all.' }),
    until: datetime({ description: 'Null if permanent.' }),
  },
  {
    table: 'mail_suppressions',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['addressKey', 'reason', 'kind']],
    indexes: [['until']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Suppressed addresses, by a keyed hash.',
  },
) {}

export class MailSuppressions extends collection(MailSuppression) {}

const DAY_MS = 86_400_000;
/** Days for which nothing is sent to an address whose server permanently refused a mail. */
const REFUSED_DAYS = 30;

/** Suppresses an address for 30 days, because its server permanently refused a mail. */
export async function suppressRefused(database: Database, address: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + REFUSED_DAYS * DAY_MS).toISOString();
  await new MailSuppressions(database).getOrUpsert({
    addressKey: mailSecretOf(database).addressKey(address),
    reason: 'refused',
    kind: null,
    until,
  });
}

/** Unsubscribes an address from a kind. It is identified by its hash, which the unsubscribe link contains. */
export async function suppressKind(database: Database, hash: string, kind: string): Promise<void> {
  await new MailSuppressions(database).getOrUpsert({ addressKey: hash, reason: 'unsubscribed', kind, until: null });
}

/** Returns why an address currently receives no mail of a kind; undefined if it does. */
export async function suppressedBecause(database: Database, address: string, kind: string, now: Date): Promise<string | undefined> {
  const rows = await database.all(
    database.dialect.builder
      .selectFrom('mail_suppressions')
      .select(['reason', 'kind', 'until'])
      .where('addressKey', '=', mailSecretOf(database).addressKey(address))
      .compile(),
  );
  const match = rows.find((row) => {
    const until = row['until'] === null ? undefined : String(database.dialect.decode('datetime', row['until']));
    return (row['kind'] === null || row['kind'] === kind) && (until === undefined || until > now.toISOString());
  });
  return match && (match['reason'] === 'refused' ? 'address_refused' : 'unsubscribed');
}

/** Removes the suppression of an address after a refused mail. */
export async function forgetRefused(database: Database, address: string): Promise<number> {
  const { builder } = database.dialect;
  return database.run(
    builder
      .deleteFrom('mail_suppressions')
      .where('addressKey', '=', mailSecretOf(database).addressKey(address))
      .where('reason', '=', 'refused')
      .compile(),
  );
}
