import type { Database } from '@colophon/core';
import {
  answerUnsubscribe,
  configureMailKinds,
  configureMailSecret,
  createSmtpTransport,
  eraseMailOf,
  type MailTransport,
  startMail,
  UNSUBSCRIBE_PATH,
} from '@colophon/mail';
import type { Hono } from 'hono';
import type { Config } from '../config/load-config.ts';
import { contentEventSource } from './mail/event-source.ts';
import { newsroomMailKinds } from './mail/kinds.ts';
import { placesAt } from './mail/places.ts';

/** What Newsroom needs to send mail: its settings, its secret and where it is. */
type MailConfig = Pick<Config, 'baseUrl' | 'mail' | 'secret'>;

/** Says what is told of by mail, so that people can choose whether any goes out or not. */
export function configureMail({ baseUrl, mail, secret }: MailConfig): void {
  configureMailSecret(secret);
  configureMailKinds(newsroomMailKinds(placesAt(baseUrl, mail?.from.name ?? 'Newsroom')));
}

/**
 * Sends mail about what happens to content, where the settings say how; every process may. Where they do not, what happens is
 * passed over, so that none of it is told of later.
 *
 * @param transport what carries mail away; by SMTP unless given
 * @returns what stops it, once mails under way are sent or given back
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
      if (kind === 'contributor.erased') await eraseMailOf(same, { recipientKeys: [`contributor:${objectId}`] });
    },
    onError,
    ...(every === undefined ? {} : { every }),
  });
}

/** Adds the page that links to unsubscribe lead to. Nothing stands before it: it takes no cookie and asks for no form token. */
export function addUnsubscribeRoutes(app: Hono, database: Database): void {
  app.on(['GET', 'POST'], `${UNSUBSCRIBE_PATH}/:token`, (context) =>
    answerUnsubscribe(context.req.raw, context.req.param('token'), database),
  );
}
