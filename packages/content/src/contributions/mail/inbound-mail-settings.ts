import { type Database, port, UnavailableError } from '@colophon/core';
import { webhookKey } from './webhook-secret.ts';

/** A mail as plain data, all of it untrusted. `MailMessage` of `@colophon/readers` conforms to it. */
export interface InboundMessage {
  readonly from: { readonly address: string; readonly name: string | null };
  readonly subject: string | null;
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  readonly text: string | null;
  /** Not sanitized. */
  readonly html: string | null;
  readonly attachments: readonly {
    readonly filename: string | null;
    /** Exactly as in the mail. */
    readonly declaredName?: string | null;
    readonly mimeType: string;
    readonly bytes: Uint8Array;
    readonly isInline: boolean;
  }[];
  readonly warnings: readonly ('charset_unknown' | 'encrypted' | 'not_read' | 'text_cut' | 'tnef_unreadable' | 'too_many_attachments')[];
  /** Identifies the mail if it is delivered again, whatever headers servers have added. */
  readonly contentHash: string;
}

/** The result of verifying a sender. `SenderVerdict` of `@colophon/readers` conforms to it. */
export interface InboundSender {
  /** `dmarc`: the owner of the sender's domain wrote it, to the recipient and recently. */
  readonly proof: 'dmarc' | 'none';
  /** The reason for `none`: a code. */
  readonly reason?: string | null;
  readonly address: string | null;
  readonly spf: string;
  readonly dkim: readonly { readonly domain: string; readonly result: string; readonly isAligned: boolean }[];
  readonly dmarc: string;
  readonly by: 'relay' | 'self';
}

/** The server whose Authentication-Results are trusted, for mail received from it over a channel that nobody else can use. */
export interface TrustedRelay {
  readonly authservId: string;
  readonly hosts: readonly string[];
}

/** How many mails are taken in an hour. */
export interface MailLimits {
  /** To a tenant. Default: 600. A third as many large ones, of 5 MB each; a fifth as many of each from one network. */
  readonly ofTenant?: number | undefined;
  /** From one sender. Default: 20. */
  readonly ofSender?: number | undefined;
}

/** The functions for reading mail and verifying senders. */
export interface InboundMailSettings<Message extends InboundMessage = InboundMessage> {
  /** Mail to `<inboundAddress>@<domain>` is accepted. */
  readonly domain: string;
  /** `MailReader.read` of `@colophon/readers`. Its error 503 `reading_ended` means that a mail took too long, and can be retried. */
  readonly read: (mail: Uint8Array) => Promise<Message>;
  /** `unreadMail` of `@colophon/readers`: for a mail that cannot be read, or took too long each time. By default it is refused. */
  readonly unread?: (mail: Uint8Array, envelopeFrom: string | null) => Promise<Message>;
  /** `SenderVerifier.verify` of `@colophon/readers`. */
  readonly verify: (input: {
    mail: Uint8Array;
    recipient: string;
    remoteAddress?: string;
    helo?: string;
    envelopeFrom?: string;
    relay?: TrustedRelay;
  }) => Promise<InboundSender>;
  /** `ignoredBecause` of `@colophon/readers`: the reason why a mail is not a contribution, or null. */
  readonly ignoredBecause: (
    message: Message,
    envelope: { envelopeFrom: string | null; isOwnAddress: (address: string) => boolean },
  ) => string | null;
  readonly relay?: TrustedRelay | undefined;
  /** The tenant of a domain other than the one above, which receives global mail; undefined if it belongs to nobody. */
  readonly tenantOfDomain?: (domain: string) => Promise<string | undefined>;
  /** The domain at which a tenant receives mail; undefined if it receives none. */
  readonly domainOfTenant?: (tenantId: string) => Promise<string | undefined>;
  /** Limits for the mails of an hour. Further mails are deferred, so that their servers send them again. */
  readonly limits?: MailLimits | undefined;
  /** The secret for verifying mails delivered over HTTP: `whsec_` and base64 of 24 bytes or more, or any text of 32 characters or more. */
  readonly webhookSecret?: string | undefined;
}

/**
 * The domain for incoming mail, and the functions that read and verify it.
 *
 * @example
 * const [reader, verifier] = [new MailReader(), new SenderVerifier()]; // of @colophon/readers
 * const mail = inboundMailSettings({
 *   domain: 'in.harbour.example',
 *   read: (raw) => reader.read(raw),
 *   unread: unreadMail,
 *   verify: (input) => verifier.verify(input),
 *   ignoredBecause,
 * });
 * database.ports.provide(inboundMail, mail);
 */
export const inboundMail = port<InboundMailSettings | undefined>('inboundMail', undefined);

/** Returns the settings for the port `inboundMail`. @throws UsageError if the secret is invalid */
export function inboundMailSettings<Message extends InboundMessage>(settings: InboundMailSettings<Message>): InboundMailSettings {
  if (settings.webhookSecret !== undefined) webhookKey(settings.webhookSecret);
  // `ignoredBecause` gets what `read` returns.
  return settings as unknown as InboundMailSettings;
}

/** Returns the settings for incoming mail. @throws UnavailableError if the application takes no mail */
export function requireInboundMail(database: Database): InboundMailSettings {
  const settings = database.ports.use(inboundMail);
  if (settings) return settings;
  throw new UnavailableError('This application takes no mail.', {
    hint: 'Whoever runs it can say at which domain it does: the port inboundMail.',
    retryable: false,
  });
}
