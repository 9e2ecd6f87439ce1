import { ConfigError } from '@colophon/app';
import { createHash } from 'node:crypto';
import { ingestEmailContribution, isInboundRecipient } from '@colophon/content';
import type { Database } from '@colophon/core';
import { reserveAttempt, returnAttempt, TooManyAttemptsError } from '@colophon/core/throttle';
import { type Mailbox, type MailboxTurn, readMailboxAddress, startMailbox } from '@colophon/readers';

/** How long a crashed process keeps others from reading its mailbox. */
const TURN = { attempts: 1, windowMs: 60_000 };

/**
 * Fetches contributions from a mailbox by IMAP, one process at a time. A mail is moved away when its result is committed. The mail server's
 * own verdict on the sender is not trusted: it is verified here.
 *
 * @throws ConfigError if the setting is invalid, or the library for IMAP is missing
 */
export async function startInboundMailbox(url: string, database: Database, onError: (error: unknown) => void): Promise<Mailbox> {
  try {
    return await startMailbox({
      url,
      turn: mailboxTurn(database, url),
      isRecipient: (address) => isInboundRecipient(database, address),
      deliver: async (mail) => {
        const { outcome } = await ingestEmailContribution(mail, { database });
        return outcome === 'refused' ? 'refused' : 'processed';
      },
      onError,
    });
  } catch (error) {
    throw new ConfigError([`INBOUND_IMAP: ${(error as Error).message}`]);
  }
}

/**
 * The lock on a mailbox among the processes that share a database. It is an optimization: if two processes process the same mail
 * nevertheless, it becomes one contribution.
 */
export function mailboxTurn(database: Database, url: string, now: () => Date = () => new Date()): MailboxTurn {
  const { host, port, user, folder } = readMailboxAddress(url);
  const mailbox = createHash('sha256')
    .update(JSON.stringify([host, port, user, folder]))
    .digest('hex');
  let heldSince: string | undefined;
  return {
    async hold() {
      try {
        heldSince = await database.transaction(async () => {
          if (heldSince !== undefined) await returnAttempt(database, heldSince);
          return reserveAttempt(database, `inbound-imap:${mailbox}`, TURN, now());
        });
        return true;
      } catch (error) {
        if (!(error instanceof TooManyAttemptsError)) throw error;
        heldSince = undefined;
        return false;
      }
    },
    async release() {
      if (heldSince !== undefined) await returnAttempt(database, heldSince);
      heldSince = undefined;
    },
  };
}
