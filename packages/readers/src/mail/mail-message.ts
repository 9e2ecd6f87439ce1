export interface MailAddress {
  /** Its domain in ASCII and lower case. */
  readonly address: string;
  /** The display name; `null` if it is itself an address, which would be misleading. */
  readonly name: string | null;
}

export interface MailAttachment {
  /** Derived from the name in the mail, made safe; `null` if there is none. */
  readonly filename: string | null;
  /** The exact name in the mail: untrusted, and possibly misleading. */
  readonly declaredName: string | null;
  /** As declared in the mail. */
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Without its angle brackets. */
  readonly contentId: string | null;
  /** Whether the HTML displays it inline. */
  readonly isInline: boolean;
}

/** The reasons why a mail was not written by a person to us. */
export type AutomaticMail = 'auto_response' | 'auto_submitted' | 'bulk' | 'list' | 'own_loop' | 'report';

/**
 * Problems while reading a mail: with `charset_unknown` the charset is not stated, not known, or not the one stated, and bytes
 * that are not UTF-8 were read as windows-1252 or replaced; `tnef_unreadable` is kept as an attachment, `not_read` is the entire
 * mail as an attachment, and with `text_cut` and `too_many_attachments` something is missing.
 */
export type MailWarning = 'charset_unknown' | 'encrypted' | 'not_read' | 'text_cut' | 'tnef_unreadable' | 'too_many_attachments';

/** A mail as plain data, all of it untrusted: `html` is not sanitized, and `from` proves nothing. */
export interface MailMessage {
  readonly from: MailAddress;
  readonly replyTo: readonly MailAddress[];
  readonly subject: string | null;
  /** Without its angle brackets, like those of `inReplyTo` and `references`. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  /** ISO 8601, as stated by the sender. */
  readonly date: string | null;
  /** Without the quoted history; `null` if the mail has no plain text. */
  readonly text: string | null;
  readonly html: string | null;
  /** Whether something was removed from `text`. */
  readonly hasQuotedHistory: boolean;
  readonly attachments: readonly MailAttachment[];
  readonly automatic: AutomaticMail | null;
  /** Whether it contains only an invitation. */
  readonly isCalendarOnly: boolean;
  readonly warnings: readonly MailWarning[];
  /** SHA-256, in hexadecimal, of what the sender wrote: of the sender's headers and the body, without headers added by servers. */
  readonly contentHash: string;
}
