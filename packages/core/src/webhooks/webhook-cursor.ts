import { eventCursor } from '../events/event-cursor.ts';
import { collection } from '../objects/collection.ts';

/** The number up to which the events of a source have been converted to deliveries. */
export class WebhookCursor extends eventCursor('webhook_cursors', 'How far events have been converted to webhook deliveries.') {}

export class WebhookCursors extends collection(WebhookCursor) {}
