import type { Call } from '../callers/call.ts';
import { newKey } from '../fields/new-key.ts';
import type { Database } from '../storage/database.ts';
import { reserveAttempt } from '../throttle/reserve.ts';
import { attemptDelivery } from './attempt.ts';
import { messageIdOf } from './message.ts';
import { receiverOf, type StoredReceiver } from './receiver.ts';
import { type WebhookDelivery, WebhookDeliveries } from './webhook-delivery.ts';

const ALLOWANCE = { attempts: 10, windowMs: 600_000 };
const KIND = 'webhook.test';

/** A webhook as a test needs it. */
interface TestedWebhook extends StoredReceiver {
  readonly database: Database;
  readonly tenantId: string | null;
}

/** Sends a test event to a receiver and records the result. @throws TooManyAttemptsError */
export async function testWebhook(webhook: TestedWebhook, call: Call): Promise<WebhookDelivery> {
  const { database, tenantId } = webhook;
  await reserveAttempt(database, `webhook-test:${webhook.id}`, ALLOWANCE, call.now());
  const at = call.now().toISOString();
  const event = { kind: KIND, at, tenantId, data: { object: 'webhooks', id: webhook.id }, eventId: messageIdOf(`test_${newKey()}`) };
  const signal = call.signal ?? new AbortController().signal;
  const outcome = await attemptDelivery(receiverOf(webhook, call.now()), event, { database, now: call.now(), signal });
  return new WebhookDeliveries(database, call).add({
    webhookId: webhook.id,
    tenantId,
    eventId: event.eventId,
    kind: KIND,
    occurredAt: at,
    data: event.data,
    status: outcome.isDelivered ? 'delivered' : 'failed',
    attempt: 1,
    httpStatus: outcome.httpStatus ?? null,
    ms: outcome.ms,
    error: outcome.error ?? null,
    deliveredAt: outcome.isDelivered ? call.now().toISOString() : null,
  } as never);
}
