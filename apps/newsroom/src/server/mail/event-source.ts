import { readContentEvents } from '@colophon/content';
import type { Database } from '@colophon/core';
import type { MailEventSource } from '@colophon/mail';

/** The content events from which mails are created. */
export const contentEventSource: MailEventSource = {
  name: 'content_events',
  async last(database: Database): Promise<number> {
    const query = database.dialect.builder.selectFrom('content_events').select((each) => each.fn.max('sequence').as('last'));
    return Number((await database.first(query.compile()))?.['last'] ?? 0);
  },
  read: (database, after, limit) => readContentEvents(database, { after, limit }),
};
