import { UnavailableError } from '@colophon/core';
import { webhookKey } from './webhook-secret.ts';

/** A mail as plain data. All of it is a stranger's. `MailMessage` of `@colophon/readers` is one. */
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
    /** As the mail names it, to the letter. */
    readonly declaredName?: string | null;
    readonly mimeType: string;
    readonly bytes: Uint8Array;
    readonly isInline: boolean;
  }[];
  readonly warnings: readonly ('charset_unknown' | 'encrypted' | 'not_read' | 'tnef_unreadable' | 'too_many_attachments')[];
  /** By what it is known again when it is handed in once more, whatever servers added to it. */
  readonly contentHash: string;
}

/** What was found out about a sender. `SenderVerdict` of `@colophon/readers` is one. */
export interface InboundSender {
  /** `dmarc`: whoever owns the domain of its sender wrote it, to the recipient and lately. */
  readonly proof: 'dmarc' | 'none';
  /** Why not: a code. */
  readonly reason?: string | null;
  readonly address: string | null;
  readonly spf: string;
  readonly dkim: readonly { readonly domain: string; readonly result: string; readonly isAligned: boolean }[];
  readonly dmarc: string;
  readonly by: 'relay' | 'self';
}

/** Whose Authentication-Results are believed, of mail that came from it by a way that nobody else has. */
export interface TrustedRelay {
  readonly authservId: string;
  readonly hosts: readonly string[];
}

/** What taking mail needs of whoever reads it and finds out who sent it. */
export interface InboundMailSettings<Message extends InboundMessage = InboundMessage> {
  /** Mail to `<inboundAddress>@<domain>` comes in. */
  readonly domain: string;
  /** `MailReader.read` of `@colophon/readers`. Its error 503 `reading_ended` says that a mail took too long, which it may not the next time. */
  readonly read: (mail: Uint8Array) => Promise<Message>;
  /** `unreadMail` of `@colophon/readers`: a mail that took too long each time. Default: it is refused. */
  readonly unread?: (mail: Uint8Array) => Promise<Message>;
  /** `SenderVerifier.verify` of `@colophon/readers`. */
  readonly verify: (input: {
    mail: Uint8Array;
    recipient: string;
    remoteAddress?: string;
    helo?: string;
    envelopeFrom?: string;
    relay?: TrustedRelay;
  }) => Promise<InboundSender>;
  /** `ignoredBecause` of `@colophon/readers`: why a mail is no contribution, or null. */
  readonly ignoredBecause: (
    message: Message,
    envelope: { envelopeFrom: string | null; isOwnAddress: (address: string) => boolean },
  ) => string | null;
  readonly relay?: TrustedRelay | undefined;
  /** The tenant of a domain besides the one above, which brings what is global; undefined when it is nobody's. */
  readonly tenantOfDomain?: (domain: string) => Promise<string | undefined>;
  /** The domain that the mail of a tenant comes in at; undefined when none does. */
  readonly domainOfTenant?: (tenantId: string) => Promise<string | undefined>;
  /** The secret that mails are signed with which come by HTTP: `whsec_` and base64 of 24 bytes and more, or any text of 32 characters and more. */
  readonly webhookSecret?: string | undefined;
}

let current: InboundMailSettings<never> | undefined;

/**
 * Says at which domain contributions come in by mail, and who reads them; undefined says that none do.
 *
 * @throws UsageError when the secret is none
 * @example
 * const [reader, verifier] = [new MailReader(), new SenderVerifier()]; // of @colophon/readers
 * configureInboundMail({
 *   domain: 'in.harbour.example',
 *   read: (raw) => reader.read(raw),
 *   unread: unreadMail,
 *   verify: (input) => verifier.verify(input),
 *   ignoredBecause,
 * });
 */
export function configureInboundMail<Message extends InboundMessage>(settings: InboundMailSettings<Message> | undefined): void {
  if (settings?.webhookSecret !== undefined) webhookKey(settings.webhookSecret);
  current = settings as InboundMailSettings<never> | undefined;
}

/** How mail comes in, if it does. */
export function inboundMailSettings(): InboundMailSettings | undefined {
  return current as InboundMailSettings | undefined;
}

/** @throws UnavailableError where no mail comes in */
export function requireInboundMail(): InboundMailSettings {
  const settings = inboundMailSettings();
  if (settings) return settings;
  throw new UnavailableError('This application takes no mail.', {
    hint: 'Whoever runs it can say at which domain it does: configureInboundMail.',
    retryable: false,
  });
}
