import { eventCursor } from '../events/event-cursor.ts';
import { collection } from '../objects/collection.ts';

/** Up to where the events of a source have been made into deliveries. */
export class WebhookCursor extends eventCursor('webhook_cursors', 'Up to where events have been made into deliveries of webhooks.') {}

export class WebhookCursors extends collection(WebhookCursor) {}
