import { type Database, repeat } from '@colophon/core';
import { sweepContent } from '@colophon/content';
import { sweep } from '@colophon/identity';
import { sweepMails } from '@colophon/mail';
import { contentEventSource } from './mail/event-source.ts';
import { slowestCursor } from '@colophon/core/events';
import { sweepWebhooks } from '@colophon/core/webhooks';

export interface TidyOptions {
  /** How many versions made along the way each record keeps; undefined keeps all. */
  readonly keepVersions: number | undefined;
  /** Days that the texts and files of contributions are kept that came to nothing; 90, 30 and 180 unless given. */
  readonly keepContributionsDays?: number | undefined;
  /** Days that events are kept; 30 unless given. */
  readonly keepEventsDays?: number | undefined;
  /** Days that it is remembered which mails came in and went out; 30 unless given. */
  readonly keepMailDays?: number | undefined;
  /** Days that chats are kept after the last message; 180 unless given. */
  readonly keepChatDays?: number | undefined;
  /** Milliseconds between two rounds; five minutes unless given. */
  readonly every?: number;
  /** Told of what went wrong; the next round is made all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Removes what nobody needs any more, again and again until it is stopped: sessions and codes that are over, files of
 * uploads that were never finished, and versions beyond those that are kept. Every process may do so. It keeps no process alive.
 *
 * @returns what stops it, and settles once a round that is under way has ended
 */
export function startTidying(database: Database, { every = 300_000, onError, ...settings }: TidyOptions): () => Promise<void> {
  const round = async (): Promise<void> => {
    await sweep(database);
    await sweepContent(database, { ...settings, eventsReadUpTo });
    await sweepMails(database, settings.keepMailDays);
    await sweepWebhooks(database);
    await forgetSettingsOfNobody(database);
  };
  return repeat({ every, round, onError });
}

/** Mail and webhooks are made of events: what either has not read yet is kept. */
function eventsReadUpTo(database: Database): Promise<number | undefined> {
  return slowestCursor(database, contentEventSource.name, ['mail_cursors', 'webhook_cursors']);
}

/** What somebody chose to be told of goes with their account. */
async function forgetSettingsOfNobody(database: Database): Promise<void> {
  const { builder } = database.dialect;
  const accounts = builder.selectFrom('users').select('id');
  await database.run(builder.deleteFrom('notification_settings').where('userId', 'not in', accounts).compile());
}
