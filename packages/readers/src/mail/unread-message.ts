import { createHash } from 'node:crypto';
import { mailError, Unreadable } from '../errors/reader-error.ts';
import { automaticOf } from './automatic.ts';
import { contentHashOf } from './content-hash.ts';
import { readHeaderBlock } from './header-block.ts';
import { addressesOf } from './mail-address.ts';
import type { MailAddress, MailMessage } from './mail-message.ts';
import { MAXIMUM_HEADER, scanMail } from './scan-mail.ts';

/** In this order: an author, else who sent it for them, else where answers go. */
const SENDERS = ['from', 'sender', 'reply-to'];

/** The result of `unreadMail`. @throws ColophonError `no_sender` if no address can be found */
export function unreadMessage(bytes: Uint8Array, envelopeFrom: string | null): MailMessage {
  const lines = readHeaderBlock(bytes.subarray(0, MAXIMUM_HEADER), MAXIMUM_HEADER)?.lines ?? [];
  const valuesOf = (header: string): string[] =>
    lines.filter(({ name }) => name === header).map(({ value }) => Buffer.from(value, 'latin1').toString('utf8'));
  return {
    from: firstSender(valuesOf, envelopeFrom),
    replyTo: [],
    subject: null,
    messageId: /<([^<>\s]{1,996})>/.exec(valuesOf('message-id')[0] ?? '')?.[1] ?? null,
    inReplyTo: [],
    references: [],
    date: null,
    text: null,
    html: null,
    hasQuotedHistory: false,
    attachments: [{ filename: 'mail.eml', declaredName: 'mail.eml', mimeType: 'message/rfc822', bytes, contentId: null, isInline: false }],
    automatic: automaticOf(lines),
    isCalendarOnly: false,
    warnings: ['not_read'],
    contentHash: hashOf(bytes),
  };
}

function firstSender(valuesOf: (header: string) => string[], envelopeFrom: string | null): MailAddress {
  const given = [...SENDERS.flatMap(valuesOf), envelopeFrom ?? ''];
  for (const value of given) {
    const [sender] = addressesOf(value);
    if (sender) return sender;
  }
  throw mailError(new Unreadable('no_sender', 'Neither the headers nor the envelope contain a valid address.'));
}

/** As for a mail that is read, where its headers allow that. */
function hashOf(bytes: Uint8Array): string {
  try {
    return contentHashOf(scanMail(bytes));
  } catch {
    return createHash('sha256').update(bytes).digest('hex');
  }
}
