import type { Call } from '../callers/call.ts';
import { ConflictError } from '../errors/errors.ts';
import { datetime } from '../fields/datetime.ts';
import { json } from '../fields/json.ts';
import { integer } from '../fields/numbers.ts';
import { reference } from '../fields/reference.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import type { Operations } from '../registry/operation-options.ts';
import { recordOutput } from '../registry/outputs.ts';
import { deliveryLane } from './delivery-lane.ts';
import { ownTenant } from './own-tenant.ts';

/** `held` was waiting when a backup was made that has been restored: it may have been delivered since. */
export const WEBHOOK_DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'held'] as const;
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

/** The delivery of one event to one receiver, and its result. While it waits, and during an attempt, it is in the lane `webhooks`. */
export class WebhookDelivery extends object(
  {
    webhookId: reference('webhooks', { required: true, onDelete: 'cascade', readOnly: true }),
    eventId: text({ required: true, maxLength: 100, readOnly: true, description: 'webhook-id: the same for each attempt.' }),
    kind: text({ required: true, maxLength: 100, readOnly: true, description: 'What happened.' }),
    occurredAt: datetime({ required: true, readOnly: true, description: 'When the event happened.' }),
    data: json({ default: {}, readOnly: true, description: 'The data sent to the receiver: ids and states.' }),
    status: text({ values: WEBHOOK_DELIVERY_STATUSES, default: 'waiting', readOnly: true }),
    attempt: integer({ default: 0, minimum: 0, readOnly: true, description: 'The number of attempts.' }),
    nextAttemptAt: datetime({ readOnly: true, description: 'When the next attempt is made; null if there is none.' }),
    httpStatus: integer({ readOnly: true, description: 'The status of the last response; null if there was none.' }),
    ms: integer({ minimum: 0, readOnly: true, description: 'Duration of the last attempt in milliseconds.' }),
    error: text({ maxLength: 200, readOnly: true, description: 'Why the last attempt failed: a code.' }),
    deliveredAt: datetime({ readOnly: true }),
  },
  {
    table: 'webhook_deliveries',
    tenant: true,
    api: { include: ['list', 'get', 'redeliverAction'] },
    mcp: false,
    cli: { include: ['list', 'get', 'redeliverAction'] },
    audit: false,
    access: { read: 'admin', create: 'nobody', update: 'admin', delete: 'nobody', visible: ownTenant },
    unique: [['webhookId', 'eventId']],
    indexes: [['status', '-created_at', '-id']],
    label: 'Webhook deliveries',
    description: 'The deliveries of webhooks and their results. Kept for 14 days.',
  },
) {
  static readonly operations: Operations<WebhookDelivery> = {
    redeliverAction: {
      path: ['redeliver'],
      output: recordOutput(),
      access: 'admin',
      description: 'Send a failed, held or completed delivery again, starting with its first attempt.',
    },
  };

  /** Schedules a delivery again. @throws ConflictError `delivery_state` while it is pending */
  async redeliverAction(call: Call = this.call): Promise<this> {
    if (this.status === 'waiting') {
      throw new ConflictError('This delivery is still waiting for its next attempt.', {
        code: 'delivery_state',
        extensions: { state: this.status, nextAttemptAt: this.nextAttemptAt },
        hint: 'Only a failed, held or completed delivery can be sent again.',
      });
    }
    Object.assign(this, {
      status: 'waiting',
      attempt: 0,
      error: null,
      deliveredAt: null,
      nextAttemptAt: call.now().toISOString(),
    });
    return this.database.transaction(async () => {
      await this.save();
      await deliveryLane(this.database).put([{ id: this.id, group: this.webhookId }]);
      return this;
    });
  }
}

/** The deliveries of all webhooks. */
export class WebhookDeliveries extends collection(WebhookDelivery) {}
