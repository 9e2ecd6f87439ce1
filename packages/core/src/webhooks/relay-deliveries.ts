import type { OutboxEvent } from '../events/event.ts';
import { type EventSource } from '../events/event.ts';
import { type EventCursors, followEvents } from '../events/follow-events.ts';
import { newKey } from '../fields/new-key.ts';
import type { Database } from '../storage/database.ts';
import type { Row } from '../storage/statement.ts';
import { senderOf } from './webhook-sender.ts';
import { deliveryLane } from './delivery-lane.ts';
import { dataOf, messageIdOf } from './message.ts';
import { WebhookCursors } from './webhook-cursor.ts';

/** Maximum number of rows per statement: PostgreSQL accepts 65,535 values. */
const ROWS_AT_ONCE = 500;

/** Creates deliveries for the events since the last call, one for each enabled webhook that subscribes to them. @returns how many */
export async function relayDeliveries(database: Database, source: EventSource, now: Date): Promise<number> {
  const cursors: EventCursors = { table: 'webhook_cursors', add: (values) => new WebhookCursors(database).add(values) };
  return followEvents(database, { source, cursors, handle: (events) => addDeliveries(database, events, now) });
}

async function addDeliveries(database: Database, events: readonly OutboxEvent[], now: Date): Promise<number> {
  const offered = new Set(senderOf(database).kinds.map(({ kind }) => kind));
  const told = events.filter(({ kind }) => offered.has(kind));
  if (told.length === 0) return 0;
  const { builder, encode, decode } = {
    builder: database.dialect.builder,
    encode: database.dialect.encode.bind(database.dialect),
    decode: database.dialect.decode.bind(database.dialect),
  };
  const enabled = builder
    .selectFrom('webhooks')
    .select(['id', 'tenantId', 'kinds', 'format'])
    .where('enabled', '=', encode('boolean', true));
  const webhooks = (await database.all(enabled.compile())).map((row) => ({
    id: String(row['id']),
    tenantId: (row['tenantId'] as string | null | undefined) ?? null,
    kinds: decode('list', row['kinds']) as string[],
    isHub: row['format'] === 'websub',
  }));
  const stamp = encode('datetime', now.toISOString());
  const rows: Row[] = told.flatMap((event) =>
    webhooks
      // The hub belongs to all tenants: it is notified of feeds, which are public.
      .filter(({ tenantId, isHub, kinds }) => (isHub || tenantId === event.tenantId) && (kinds.length === 0 || kinds.includes(event.kind)))
      .map(({ id }) => ({
        id: newKey(),
        webhookId: id,
        tenantId: event.tenantId,
        eventId: messageIdOf(event.id),
        kind: event.kind,
        occurredAt: encode('datetime', event.at),
        data: encode('json', dataOf(event)),
        status: 'waiting',
        attempt: 0,
        nextAttemptAt: stamp,
        rev: 1,
        created_at: stamp,
        updated_at: stamp,
      })),
  );
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const insert = builder.insertInto('webhook_deliveries').values(part);
    const added = insert.onConflict((each) => each.columns(['webhookId', 'eventId']).doNothing()).returning(['id', 'webhookId']);
    const made = await database.all(added.compile());
    await deliveryLane(database).put(made.map(({ id, webhookId }) => ({ id: String(id), group: String(webhookId) })));
  }
  return rows.length;
}
