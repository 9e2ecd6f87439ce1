import type { InboundOutcome } from '../record/content-inbound-mail.ts';

/** A received mail, by any channel. */
export interface RawMail {
  readonly bytes: Uint8Array;
  readonly recipient: string;
  /** As in `MAIL FROM`, empty for mail that must not be answered; null if unknown. */
  readonly envelopeFrom: string | null;
  /** The client that delivered it, if received by a listener of ours. */
  readonly remoteAddress?: string | undefined;
  readonly helo?: string | undefined;
  /** It was received over a channel that only our own relay can use: its Authentication-Results are trusted. */
  readonly byRelay?: boolean | undefined;
  /**
   * The channel tells the sender's server of a refusal in the same session, so a mail that cannot be read need not be kept. On other
   * channels nobody would learn of it: there such a mail becomes a quarantined contribution with the mail as its file.
   */
  readonly mayRefuse?: boolean | undefined;
}

/** The outcome of a mail. */
export interface MailIngested {
  readonly outcome: InboundOutcome;
  readonly reason: string | null;
  readonly contributionId: string | null;
}
