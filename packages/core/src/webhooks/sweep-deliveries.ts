import type { Database } from '../storage/database.ts';

const DAY_MS = 86_400_000;
/** Days that deliveries are kept. */
export const DELIVERIES_KEPT = 14;

/** Deletes deliveries that are older than this many days. @returns how many */
export function sweepWebhooks(database: Database, days: number = DELIVERIES_KEPT, now = new Date()): Promise<number> {
  const before = database.dialect.encode('datetime', new Date(now.getTime() - days * DAY_MS).toISOString());
  return database.run(database.dialect.builder.deleteFrom('webhook_deliveries').where('created_at', '<', before).compile());
}
