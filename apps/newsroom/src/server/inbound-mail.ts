import { ConfigError } from '@colophon/app';
import { ingestEmailContribution, isInboundRecipient } from '@colophon/content';
import type { Database } from '@colophon/core';
import { type MailListener, startMailListener } from '@colophon/readers';
import type { Config } from '../config/load-config.ts';
import { startInboundMailbox } from './inbound-mailbox.ts';
import type { InboundReading } from './inbound-reading.ts';
import { refusalOf } from './refused-mail.ts';

/**
 * Receives contributions by mail if the settings name a domain: over the configured listener, from a mailbox, and by signed HTTP requests.
 * A mail is acknowledged when its result is committed.
 *
 * @param reading what was provided to the database
 * @returns a function that stops it
 * @throws ConfigError if the listener is invalid, or the library for reading a mailbox is missing
 */
export async function startInboundMail(
  { inbound }: Pick<Config, 'inbound'>,
  database: Database,
  onError: (error: unknown) => void,
  reading: InboundReading | undefined,
): Promise<() => Promise<void>> {
  if (!inbound) return async () => undefined;
  const { domain, listen, imap, isMx } = inbound;
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
    await reading?.close();
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
