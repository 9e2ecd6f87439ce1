import { claims, type Lane, type LaneOptions } from '../claims/lane.ts';
import type { Database } from '../storage/database.ts';

/** Milliseconds after which the process that makes an attempt counts as lost: longer than any attempt takes. */
export const LEASE_MS = 40_000;
/** How many rows are put at once. */
const MOST_AT_ONCE = 500;

/** Opens the lane of deliveries: who attempts which, each in the group of its webhook. */
export function deliveryLane(database: Database, options: Omit<LaneOptions, 'lease'> = {}): Lane {
  return claims(database, 'webhooks', { ...options, lease: LEASE_MS });
}

/** Puts waiting deliveries into the lane that are not there: after an upgrade, or after a restore that goes on where the backup was made. */
export async function adoptDeliveries(database: Database, lane: Lane): Promise<void> {
  const { builder, decode } = { builder: database.dialect.builder, decode: database.dialect.decode.bind(database.dialect) };
  const missing = builder
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhookId', 'attempt', 'nextAttemptAt'])
    .where('status', '=', 'waiting')
    .where((each) => each.not(lane.lists('webhook_deliveries.id')))
    .limit(MOST_AT_ONCE);
  for (;;) {
    const rows = await database.all(missing.compile());
    const puts = rows.map(({ id, webhookId, attempt, nextAttemptAt }) => ({
      id: String(id),
      group: String(webhookId),
      tries: Number(attempt),
      due: nextAttemptAt === null ? 0 : Date.parse(String(decode('datetime', nextAttemptAt))),
    }));
    await lane.put(puts);
    if (rows.length < MOST_AT_ONCE) return;
  }
}
