import { type Database, repeat } from '@colophon/core';
import { sweepContent } from '@colophon/content';
import { sweep } from '@colophon/identity';
import { sweepMails } from '@colophon/mail';
import { contentEventSource } from './mail/event-source.ts';
import { slowestCursor } from '@colophon/core/events';
import { sweepWebhooks } from '@colophon/core/webhooks';

export interface TidyOptions {
  /** The number of intermediate versions that each record keeps; undefined keeps all. */
  readonly keepVersions: number | undefined;
  /** Days that the texts and files of unsuccessful contributions are kept; default 90, 30 and 180. */
  readonly keepContributionsDays?: number | undefined;
  /** Days that events are kept; default 30. */
  readonly keepEventsDays?: number | undefined;
  /** Days that the log of received and sent mails is kept; default 30. */
  readonly keepMailDays?: number | undefined;
  /** Days that chats are kept after the last message; default 180. */
  readonly keepChatDays?: number | undefined;
  /** Days that security events are kept; default 180. */
  readonly keepSecurityDays?: number | undefined;
  /** Milliseconds between two rounds; default five minutes. */
  readonly every?: number;
  /** Called with errors; the next round runs anyway. */
  readonly onError: (error: unknown) => void;
}

/**
 * Periodically deletes expired data until stopped: expired sessions and codes, files of unfinished uploads, and versions beyond the kept
 * ones. Renews the statistics of a database whose tables have grown. Every process may do so. It does not keep a process alive.
 *
 * @returns a function that stops it, and resolves once a running round has ended
 */
export function startTidying(database: Database, { every = 300_000, onError, ...settings }: TidyOptions): () => Promise<void> {
  const parts: readonly (() => Promise<unknown>)[] = [
    () => sweep(database, new Date(), { keepSecurityDays: settings.keepSecurityDays }),
    () => sweepContent(database, { ...settings, eventsReadUpTo }),
    () => sweepMails(database, settings.keepMailDays),
    () => sweepWebhooks(database),
    () => deleteOrphanedSettings(database),
    hourly(() => database.analyze({ ifGrown: true })),
  ];
  // What must be deleted by a date does not wait for what cannot be deleted now.
  const round = async (): Promise<void> => {
    for (const part of parts) await part().catch(onError);
  };
  return repeat({ every, round, onError });
}

const HOUR_MS = 3_600_000;

/** Returns the work as a part of a round that does it in the first round, and then once an hour. */
function hourly(work: () => Promise<unknown>): () => Promise<unknown> {
  let last = -Infinity;
  return async () => {
    if (performance.now() - last < HOUR_MS) return;
    last = performance.now();
    await work();
  };
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
