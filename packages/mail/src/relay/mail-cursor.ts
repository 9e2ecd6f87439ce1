import { collection, integer, object, text } from '@colophon/core';

/** Up to where the events of a source have been read. */
export class MailCursor extends object(
  { source: text({ required: true, maxLength: 100 }), sequence: integer({ default: 0, minimum: 0 }) },
  {
    table: 'mail_cursors',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['source']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Up to where events have been made into mails.',
  },
) {}

export class MailCursors extends collection(MailCursor) {}
