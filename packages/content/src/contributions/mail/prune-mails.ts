import type { Database } from '@colophon/core';

const DAY_MS = 86_400_000;
/** In days. */
export const MAILS_KEPT = 30;

/** Deletes records of mails older than this many days; the contributions created from them stay. */
export async function pruneInboundMails(database: Database, days: number = MAILS_KEPT, now = new Date()): Promise<number> {
  const before = database.dialect.encode('datetime', new Date(now.getTime() - days * DAY_MS).toISOString());
  return database.run(database.dialect.builder.deleteFrom('content_inbound_mails').where('receivedAt', '<', before).compile());
}
