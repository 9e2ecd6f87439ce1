import type { AnyCollectionClass } from '../objects/collection.ts';
import { WebhookCursors } from './webhook-cursor.ts';
import { WebhookDeliveries } from './webhook-delivery.ts';
import { Webhooks } from './webhooks.ts';

/** The webhook collections for an application's operation table: their tables are part of its migrations. */
export const webhookCollections: readonly AnyCollectionClass[] = [Webhooks, WebhookDeliveries, WebhookCursors];

export { WebhookSender, webhookSender } from './webhook-sender.ts';
export type {
  WebhookAnswer,
  WebhookBody,
  WebhookEvent,
  WebhookEventKind,
  WebhookRequest,
  WebhookSettings,
  WebhookTransport,
} from './webhook-sender.ts';
export type { DeliveryLimits } from './deliverer.ts';
export { setWebSubHub } from './hub.ts';
export type { HubSettings } from './hub.ts';
export type { OnDisabled } from './settle-deliveries.ts';
export { startWebhooks } from './start-webhooks.ts';
export type { WebhooksOptions } from './start-webhooks.ts';
export { DELIVERIES_KEPT, sweepWebhooks } from './sweep-deliveries.ts';
export { Webhook } from './webhook.ts';
export type { RotatedSecret, WebhookDisabledReason } from './webhook.ts';
export { WebhookDeliveries, WebhookDelivery } from './webhook-delivery.ts';
export type { WebhookDeliveryStatus } from './webhook-delivery.ts';
export { Webhooks } from './webhooks.ts';
export type { RegisteredWebhook } from './webhooks.ts';
