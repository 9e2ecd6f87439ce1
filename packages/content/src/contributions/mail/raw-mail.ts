import type { InboundOutcome } from './content-inbound-mail.ts';

/** A mail as it came in, whichever way. */
export interface RawMail {
  readonly bytes: Uint8Array;
  readonly recipient: string;
  /** As in `MAIL FROM`, empty for what must not be answered; null where nobody knows it. */
  readonly envelopeFrom: string | null;
  /** Who handed it in, as a listener of our own saw it. */
  readonly remoteAddress?: string | undefined;
  readonly helo?: string | undefined;
  /** It came by a way that only our own relay has: its Authentication-Results are believed. */
  readonly byRelay?: boolean | undefined;
}

/** What became of a mail. */
export interface MailIngested {
  readonly outcome: InboundOutcome;
  readonly reason: string | null;
  readonly contributionId: string | null;
}
