import type { Claim, Lane } from '../claims/lane.ts';
import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';
import type { Row } from '../storage/statement.ts';
import type { WebhookEvent } from './webhook-sender.ts';
import type { Receiver } from './message.ts';
import { receiverOf } from './receiver.ts';

/** A delivery that only this process attempts. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly claim: Claim;
  readonly webhookId: string;
  readonly receiver: Receiver;
  readonly event: WebhookEvent & { readonly eventId: string };
  /** Including this one. */
  readonly attempt: number;
  readonly isFailing: boolean;
}

/** A webhook with due deliveries. */
export interface DueWebhook {
  readonly row: Row;
  readonly id: string;
  /** Its last attempt failed. */
  readonly isFailing: boolean;
}

/** Returns the enabled webhooks that are not paused and have due deliveries. */
export async function dueWebhooks(database: Database, lane: Lane, now: Date): Promise<DueWebhook[]> {
  const { builder, encode } = { builder: database.dialect.builder, encode: database.dialect.encode.bind(database.dialect) };
  const at = encode('datetime', now.toISOString());
  const query = builder
    .selectFrom('webhooks as w')
    .selectAll('w')
    .where('w.enabled', '=', encode('boolean', true))
    .where((each) => each.or([each('w.pausedUntil', 'is', null), each('w.pausedUntil', '<=', at)]))
    .where(lane.hasDueOf('w.id'))
    .orderBy('w.id');
  return (await database.all(query.compile())).map((row) => ({ row, id: String(row['id']), isFailing: Number(row['failures']) > 0 }));
}

/** Claims the due deliveries of a webhook, the longest due first, in the ambient transaction. */
export async function claimDeliveries(
  { database, lane }: { readonly database: Database; readonly lane: Lane },
  webhook: DueWebhook,
  limit: number,
  now: Date,
): Promise<ClaimedDelivery[]> {
  const taken = await lane.take(limit, { group: webhook.id });
  if (taken.length === 0) return [];
  const ids = taken.map(({ id }) => id);
  const waiting = database.dialect.builder
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', '=', 'waiting');
  const rows = new Map((await database.all(waiting.compile())).map((row) => [String(row['id']), row]));
  // What was deleted or held in the meantime is done.
  await lane.settle(taken.filter(({ id }) => !rows.has(id)));
  const receiver = receiverOf(storedReceiver(database, webhook.row), now);
  return taken.flatMap((claim) => {
    const row = rows.get(claim.id);
    if (!row) return [];
    const { isFailing } = webhook;
    return [{ id: claim.id, claim, webhookId: webhook.id, receiver, event: eventOf(database, row), attempt: claim.tries, isFailing }];
  });
}

function storedReceiver({ dialect }: Database, row: Row): Parameters<typeof receiverOf>[0] {
  const nullable = (value: unknown): string | null => (value as string | null | undefined) ?? null;
  const until = row['previousSecretUntil'] ?? null;
  return {
    id: String(row['id']),
    url: String(row['url']),
    format: String(row['format']),
    secret: nullable(row['secret']),
    previousSecret: nullable(row['previousSecret']),
    previousSecretUntil: until === null ? null : String(dialect.decode('datetime', until)),
  };
}

function eventOf({ dialect }: Database, row: Row): ClaimedDelivery['event'] {
  return {
    eventId: String(row['eventId']),
    kind: String(row['kind']),
    at: String(dialect.decode('datetime', row['occurredAt'])),
    tenantId: (row['tenantId'] as string | null | undefined) ?? null,
    data: dialect.decode('json', row['data']) as JsonObject,
  };
}
