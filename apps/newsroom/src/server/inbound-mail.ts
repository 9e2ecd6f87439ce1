import { configureInboundMail, ingestEmailContribution, isInboundRecipient } from '@colophon/content';
import type { Database } from '@colophon/core';
import {
  ignoredBecause,
  MailReader,
  type MailListener,
  type MailMessage,
  SenderVerifier,
  startMailListener,
  unreadMail,
} from '@colophon/readers';
import type { Config } from '../config/load-config.ts';
import { ConfigError } from '../config/config-error.ts';
import { startInboundMailbox } from './inbound-mailbox.ts';
import { refusalOf } from './refused-mail.ts';

/**
 * Receives contributions by mail if the settings name a domain: over the configured listener, from a mailbox, and by signed HTTP requests.
 * A mail is acknowledged when its result is committed. No library is loaded before the first mail.
 *
 * @param verifier authenticates the sender of a mail; by DNS unless given
 * @returns a function that stops it
 * @throws ConfigError if the listener is invalid, or the library for reading a mailbox is missing
 */
export async function startInboundMail(
  { inbound, mail }: Pick<Config, 'inbound' | 'mail'>,
  database: Database,
  onError: (error: unknown) => void,
  verifier = new SenderVerifier(),
): Promise<() => Promise<void>> {
  if (!inbound) {
    configureInboundMail(undefined);
    return async () => undefined;
  }
  const { domain, secret, listen, imap, isMx, authservId, limits } = inbound;
  const reader = new MailReader({ size: 2 });
  const settings: Parameters<typeof configureInboundMail<MailMessage>>[0] = {
    domain,
    read: (mail) => reader.read(mail),
    unread: unreadMail,
    limits,
    verify: (input) => verifier.verify(input),
    // Our own mails, from any of our addresses, must not be accepted.
    ignoredBecause: (message, envelope) =>
      ignoredBecause(message, {
        ...envelope,
        isOwnAddress: (address) => envelope.isOwnAddress(address) || address.toLowerCase() === mail?.from.address.toLowerCase(),
      }),
    relay: authservId === undefined ? undefined : { authservId, hosts: [authservId] },
    webhookSecret: secret,
    tenantOfDomain: (host) => tenantOf(database, host),
    domainOfTenant: (tenantId) => domainOf(database, tenantId),
  };
  try {
    configureInboundMail(settings);
  } catch (error) {
    throw new ConfigError([`INBOUND_MAIL_SECRET: ${(error as Error).message}`]);
  }
  const listener = listen === undefined ? undefined : await listenFor(listen, { domain, isMx, database, onError });
  const mailbox =
    imap === undefined
      ? undefined
      : await startInboundMailbox(imap, database, onError).catch(async (error: unknown) => {
          // The listener would keep the process alive, which ends with this error.
          await listener?.close();
          throw error;
        });
  return async () => {
    await Promise.all([listener?.close(), mailbox?.close()]);
    await Promise.all([reader.close(), verifier.close()]);
  };
}

interface Listening {
  readonly domain: string;
  readonly isMx: boolean;
  readonly database: Database;
  readonly onError: (error: unknown) => void;
}

async function listenFor(listen: string, { domain, isMx, database, onError }: Listening): Promise<MailListener> {
  // LMTP accepts connections only from a mail server on this machine.
  const byRelay = /^lmtp:/i.test(listen);
  try {
    return await startMailListener({
      listen,
      isMx,
      name: domain,
      isRecipient: (address) => isInboundRecipient(database, address),
      deliver: async ({ bytes, recipient, envelopeFrom, remoteAddress, helo }) => {
        const origin = byRelay ? { byRelay } : { remoteAddress, helo };
        const mail = { bytes, recipient, envelopeFrom, mayRefuse: true, ...origin };
        const { outcome, reason } = await ingestEmailContribution(mail, { database });
        return outcome === 'refused' ? { refused: refusalOf(reason) } : undefined;
      },
      onError,
    });
  } catch (error) {
    throw new ConfigError([`INBOUND_LISTEN: ${(error as Error).message}`]);
  }
}

/** The tenant that has a domain as a host name. */
async function tenantOf(database: Database, domain: string): Promise<string | undefined> {
  return (await tenants(database)).find(({ hostnames }) => hostnames.includes(domain))?.id;
}

async function domainOf(database: Database, tenantId: string): Promise<string | undefined> {
  return (await tenants(database)).find(({ id }) => id === tenantId)?.hostnames[0];
}

async function tenants(database: Database): Promise<{ id: string; hostnames: string[] }[]> {
  const { dialect } = database;
  const rows = await database.all(dialect.builder.selectFrom('tenants').select(['id', 'hostnames']).compile());
  return rows.map((row) => ({ id: String(row['id']), hostnames: dialect.decode('list', row['hostnames']) as string[] }));
}
