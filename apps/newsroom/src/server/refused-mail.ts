import { ColophonError } from '@colophon/core';
import type { Logger } from 'pino';

/** What the sender of a refused mail is told by their own mail server. */
const WORDS: Readonly<Record<string, string>> = {
  ambiguous_sender: 'From must contain one author. Send it from a single address.',
  no_sender: 'From contains no valid address. Send it from a mail program with your address set.',
  unreadable: 'The headers are damaged, or one that may occur once occurs twice. Send it from another mail program.',
  too_complex: 'The mail has too many headers or parts. Send the text and the files in a simpler mail.',
  too_large: 'The mail is too large. Send less in one mail.',
  unknown_recipient: 'Nothing is received at this address any more.',
  members_only: 'Only members who are signed in can contribute here.',
};

/** Returns the words for the reason why a mail is refused. */
export function refusalOf(reason: string | null): string {
  return WORDS[reason ?? ''] ?? 'The mail is not accepted here.';
}

/**
 * Logs an error of incoming mail. A mail that is only deferred, because a limit is reached or something is busy, is a warning without
 * a stack: its server delivers it again.
 */
export function logInboundMail(logger: Pick<Logger, 'error' | 'warn'>, error: unknown): void {
  if (error instanceof ColophonError && (error.status === 429 || error.status === 503)) {
    const { code, status, message } = error;
    logger.warn({ code, status, reason: message }, 'inbound mail deferred');
  } else logger.error({ err: error }, 'inbound mail');
}
