import type { Database } from '../storage/database.ts';
import { deliveryLane } from './delivery-lane.ts';

const DAY_MS = 86_400_000;
/** Days that deliveries are kept. */
export const DELIVERIES_KEPT = 14;

/** Deletes deliveries that are older than this many days, and the claims of those that are not there any more. @returns how many deliveries */
export async function sweepWebhooks(database: Database, days: number = DELIVERIES_KEPT, now = new Date()): Promise<number> {
  const before = database.dialect.encode('datetime', new Date(now.getTime() - days * DAY_MS).toISOString());
  const swept = await database.run(database.dialect.builder.deleteFrom('webhook_deliveries').where('created_at', '<', before).compile());
  await deliveryLane(database).removeAbsent('webhook_deliveries');
  return swept;
}
