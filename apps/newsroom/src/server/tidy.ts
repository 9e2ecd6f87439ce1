import { sweepContent } from '@colophon/content';
import type { Database } from '@colophon/core';
import { slowestCursor } from '@colophon/core/events';
import { sweepMails } from '@colophon/mail';
import type { Config } from '../config/load-config.ts';
import { contentEventSource } from './mail/event-source.ts';

type Retention = Pick<Config, 'keepVersions' | 'keepContributionsDays' | 'keepEventsDays' | 'keepMailDays' | 'keepChatDays'>;

/** The deletions of expired data that Newsroom makes: files of unfinished uploads, versions beyond the kept ones, old mails. */
export function newsroomTidying(database: Database, retention: Retention): readonly (() => Promise<unknown>)[] {
  return [
    () => sweepContent(database, { ...retention, eventsReadUpTo }),
    () => sweepMails(database, retention.keepMailDays),
    () => deleteOrphanedSettings(database),
  ];
}

/** Mail, webhooks and the words of search are made from events: unread ones are kept. */
function eventsReadUpTo(database: Database): Promise<number | undefined> {
  return slowestCursor(database, contentEventSource.name, ['mail_cursors', 'search_cursors', 'webhook_cursors']);
}

/** Notification settings are deleted with their account. */
async function deleteOrphanedSettings(database: Database): Promise<void> {
  const { builder } = database.dialect;
  const accounts = builder.selectFrom('users').select('id');
  await database.run(builder.deleteFrom('notification_settings').where('userId', 'not in', accounts).compile());
}
