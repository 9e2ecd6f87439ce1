import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';

/** Up to where the events of a source have been made into deliveries. */
export class WebhookCursor extends object(
  { source: text({ required: true, maxLength: 100 }), sequence: integer({ default: 0, minimum: 0 }) },
  {
    table: 'webhook_cursors',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['source']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Up to where events have been made into deliveries of webhooks.',
  },
) {}

export class WebhookCursors extends collection(WebhookCursor) {}
