import { type Database, scrubDeleted } from '@colophon/core';
import { answerUnsubscribe, createSmtpTransport, eraseMailOf, type MailTransport, startMail, UNSUBSCRIBE_PATH } from '@colophon/mail';
import type { Hono } from 'hono';
import type { Config } from '../config/load-config.ts';
import { contentEventSource } from './mail/event-source.ts';
import { placesAt } from './mail/places.ts';

/** The input for sending mail: settings and public address. */
type MailConfig = Pick<Config, 'baseUrl' | 'mail'>;

/**
 * Sends mail about events of content, if the settings configure it; every process may. If they do not, events are skipped, so that none is
 * mailed later.
 *
 * @param transport sends a mail; by SMTP unless given
 * @returns a function that stops it, once running deliveries are finished or released
 */
export function startNewsroomMail(
  { baseUrl, mail }: MailConfig,
  database: Database,
  { onError, transport, every }: { onError: (error: unknown) => void; transport?: MailTransport; every?: number },
): () => Promise<void> {
  const places = placesAt(baseUrl, mail?.from.name ?? 'Newsroom');
  return startMail(database, {
    source: contentEventSource,
    sending: mail && {
      transport: transport ?? createSmtpTransport(mail),
      from: mail.from,
      baseUrl,
      siteOf: async (tenantId, context) => ({ name: await places.nameOf(tenantId, context) }),
    },
    async onEvent({ kind, objectId }, { database: same }) {
      if (kind !== 'contributor.erased') return;
      await eraseMailOf(same, { recipientKeys: [`contributor:${objectId}`] });
      // Then what was erased is removed from the bytes of the database too.
      same.afterCommit(() => void scrubDeleted(same).catch(onError));
    },
    onError,
    ...(every === undefined ? {} : { every }),
  });
}

/** Adds the page of unsubscribe links. It is not protected: it uses no cookie and requires no form token. */
export function addUnsubscribeRoutes(app: Hono, database: Database): void {
  app.on(['GET', 'POST'], `${UNSUBSCRIBE_PATH}/:token`, (context) =>
    answerUnsubscribe(context.req.raw, context.req.param('token'), database),
  );
}
