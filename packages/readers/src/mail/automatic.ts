import type { HeaderLine } from './header-block.ts';
import type { AutomaticMail, MailMessage } from './mail-message.ts';

/** Whether the headers show that the mail was sent by a program: answering it could create a loop. */
export function automaticOf(lines: readonly HeaderLine[]): AutomaticMail | null {
  const valuesOf = (name: string): string[] => lines.filter((line) => line.name === name).map(({ value }) => withoutComments(value));
  if (valuesOf('x-colophon-loop').length > 0) return 'own_loop';
  if (valuesOf('content-type').some((value) => /^multipart\/report\b/.test(value))) return 'report';
  if (valuesOf('auto-submitted').some((value) => value !== '' && !/^no\b/.test(value))) return 'auto_submitted';
  if (valuesOf('x-auto-response-suppress').some((value) => value !== '' && value !== 'none')) return 'auto_response';
  if (valuesOf('list-id').length > 0) return 'list';
  if (valuesOf('precedence').some((value) => /^(?:bulk|list|junk)\b/.test(value))) return 'bulk';
  return null;
}

function withoutComments(value: string): string {
  return value
    .replaceAll(/\([^()]{0,1000}\)/g, '')
    .trim()
    .toLowerCase();
}

/** The reasons why a mail is not a contribution: nothing is stored or answered, and the mail is acknowledged. */
export type IgnoredBecause = AutomaticMail | 'calendar_only' | 'empty_envelope' | 'own_address';

export interface EnvelopeFacts {
  /** As in `MAIL FROM`; empty for mail that must not be answered. `null` if unknown. */
  readonly envelopeFrom: string | null;
  /** Whether mail to this address is received here: our own mail must not come in again. */
  readonly isOwnAddress: (address: string) => boolean;
}

/**
 * Checks whether a mail can be a contribution.
 *
 * @returns the reason against it, or `null`
 */
export function ignoredBecause(message: MailMessage, { envelopeFrom, isOwnAddress }: EnvelopeFacts): IgnoredBecause | null {
  if (envelopeFrom !== null && envelopeFrom.replaceAll(/[<>\s]/g, '') === '') return 'empty_envelope';
  if (message.automatic !== null) return message.automatic;
  if (isOwnAddress(message.from.address)) return 'own_address';
  return message.isCalendarOnly ? 'calendar_only' : null;
}
