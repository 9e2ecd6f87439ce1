import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';
import type { Row } from '../storage/statement.ts';
import type { WebhookEvent } from './webhook-sender.ts';
import type { Receiver } from './message.ts';
import { receiverOf } from './receiver.ts';

/** A delivery that only this process attempts. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly claim: string;
  readonly webhookId: string;
  readonly receiver: Receiver;
  readonly event: WebhookEvent & { readonly eventId: string };
  /** Including this one. */
  readonly attempt: number;
  readonly isFailing: boolean;
}

/** Duration of a claim: longer than any attempt takes. Another process then takes over the deliveries of a dead one. */
export const CLAIM_MS = 40_000;

/** A webhook with due deliveries. */
export interface DueWebhook {
  readonly row: Row;
  readonly id: string;
  /** Its last attempt failed. */
  readonly isFailing: boolean;
}

/** Returns the enabled webhooks that are not paused and have due deliveries. */
export async function dueWebhooks(database: Database, now: Date): Promise<DueWebhook[]> {
  const { builder, encode } = { builder: database.dialect.builder, encode: database.dialect.encode.bind(database.dialect) };
  const at = encode('datetime', now.toISOString());
  const query = builder
    .selectFrom('webhooks as w')
    .selectAll('w')
    .where('w.enabled', '=', encode('boolean', true))
    .where((each) => each.or([each('w.pausedUntil', 'is', null), each('w.pausedUntil', '<=', at)]))
    .where((each) =>
      each.exists(
        each
          .selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.webhookId', '=', 'w.id')
          .where('d.nextAttemptAt', '<=', at)
          .limit(1),
      ),
    );
  return (await database.all(query.compile())).map((row) => ({ row, id: String(row['id']), isFailing: Number(row['failures']) > 0 }));
}

/**
 * Claims the oldest due deliveries of a webhook, in the ambient transaction. Any number of processes can claim concurrently: each delivery
 * is claimed by one, since only a delivery that is still due is changed.
 */
export async function claimDeliveries(database: Database, webhook: DueWebhook, limit: number, now: Date): Promise<ClaimedDelivery[]> {
  const { builder } = database.dialect;
  const encoded = (moment: Date): unknown => database.dialect.encode('datetime', moment.toISOString());
  const at = encoded(now);
  const due = builder
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhookId', '=', webhook.id)
    .where('nextAttemptAt', '<=', at)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit);
  const ids = (await database.all(due.compile())).map((row) => String(row['id']));
  if (ids.length === 0) return [];
  const claim = randomUUID();
  const update = builder
    .updateTable('webhook_deliveries')
    .set({ claim, nextAttemptAt: encoded(new Date(now.getTime() + CLAIM_MS)) })
    .set((each) => ({ attempt: each('attempt', '+', 1) as never }))
    .where('id', 'in', ids)
    .where('nextAttemptAt', '<=', at);
  await database.run(update.compile());
  const claimed = builder.selectFrom('webhook_deliveries').selectAll().where('id', 'in', ids).where('claim', '=', claim).orderBy('id');
  const receiver = receiverOf(storedReceiver(database, webhook.row), now);
  return (await database.all(claimed.compile())).map((row) => ({
    id: String(row['id']),
    claim,
    webhookId: webhook.id,
    receiver,
    event: eventOf(database, row),
    attempt: Number(row['attempt']),
    isFailing: webhook.isFailing,
  }));
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
