import { Unreadable } from '../errors/reader-error.ts';
import type { MailMessage } from './mail-message.ts';
import { readMail } from './read-mail.ts';

/** The outcome of one mail of a batch. */
export type MailOutcome = { readonly message: MailMessage } | { readonly code: string; readonly reason: string };

/**
 * Reads a batch of mails, because a message between threads costs as much as a small mail. An unreadable mail does not affect
 * the others.
 */
export async function readMails(mails: readonly Uint8Array[]): Promise<MailOutcome[]> {
  const outcomes: MailOutcome[] = [];
  for (const mail of mails) {
    try {
      outcomes.push({ message: await readMail(mail) });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      outcomes.push({ code: error.code, reason: error.message });
    }
  }
  return outcomes;
}
