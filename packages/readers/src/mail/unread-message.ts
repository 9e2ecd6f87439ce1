import { contentHashOf } from './content-hash.ts';
import { senderOf } from './mail-address.ts';
import type { MailMessage } from './mail-message.ts';
import { scanMail } from './scan-mail.ts';
import { mailError } from '../reader-error.ts';

/** The result of `unreadMail`. @throws ColophonError as `MailReader.read` does */
export function unreadMessage(bytes: Uint8Array): MailMessage {
  try {
    const block = scanMail(bytes);
    const valueOf = (header: string): string => block.lines.find(({ name }) => name === header)?.value ?? '';
    return {
      from: senderOf(Buffer.from(valueOf('from'), 'latin1').toString('utf8')),
      replyTo: [],
      subject: null,
      messageId: /<([^<>\s]{1,996})>/.exec(valueOf('message-id'))?.[1] ?? null,
      inReplyTo: [],
      references: [],
      date: null,
      text: null,
      html: null,
      hasQuotedHistory: false,
      attachments: [
        { filename: 'mail.eml', declaredName: 'mail.eml', mimeType: 'message/rfc822', bytes, contentId: null, isInline: false },
      ],
      automatic: null,
      isCalendarOnly: false,
      warnings: ['not_read'],
      contentHash: contentHashOf(block),
    };
  } catch (error) {
    throw mailError(error);
  }
}
