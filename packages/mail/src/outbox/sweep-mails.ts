import type { Database } from '@colophon/core';

const DAY_MS = 86_400_000;
/** Days for which records of sent mails are kept. */
export const SENT_MAILS_KEPT = 30;

/** Deletes final mails older than this many days, and expired suppressions. */
export async function sweepMails(database: Database, days: number = SENT_MAILS_KEPT, now = new Date()): Promise<number> {
  const { builder, encode } = {
    builder: database.dialect.builder,
    encode: (at: Date) => database.dialect.encode('datetime', at.toISOString()),
  };
  await database.run(builder.deleteFrom('mail_suppressions').where('until', '<=', encode(now)).compile());
  const before = encode(new Date(now.getTime() - days * DAY_MS));
  const ended = builder.deleteFrom('mail_outbox').where('status', 'not in', ['waiting', 'sending']);
  return database.run(ended.where('updated_at', '<', before).compile());
}
