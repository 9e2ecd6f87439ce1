import { collection } from '@colophon/core';
import { eventCursor } from '@colophon/core/events';

/** The position up to which the events of a source have been read. */
export class MailCursor extends eventCursor('mail_cursors', 'The position up to which events were turned into mails.') {}

export class MailCursors extends collection(MailCursor) {}
