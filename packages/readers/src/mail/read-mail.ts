import { safeFileName } from '@colophon/core/files';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { Unreadable } from '../reader-error.ts';
import { cleanLine } from '../text/clean-line.ts';
import { automaticOf } from './automatic.ts';
import { cutHistory } from './cut-history.ts';
import { addressesOf, senderOf } from './mail-address.ts';
import type { MailAttachment, MailMessage, MailWarning } from './mail-message.ts';
import { isTnef, readTnef } from './read-tnef.ts';
import { scanMail } from './scan-mail.ts';

const MAXIMUM_ATTACHMENTS = 100;
const MAXIMUM_REFERENCES = 50;
const BOUNDS = { maxNestingDepth: 32, maxHeadersSize: 262_144, forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' } as const;
/** Controls that no text needs; line ends are made alike before. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * Makes plain data of a mail as it came. Runs in a worker: see `MailReader`.
 *
 * @throws Unreadable whose code says why not
 */
export async function readMail(bytes: Uint8Array): Promise<MailMessage> {
  const lines = scanMail(bytes);
  const email = await new PostalMime(BOUNDS).parse(bytes).catch((error: unknown) => {
    throw new Unreadable('too_complex', `The mail cannot be taken apart: ${cleanLine((error as Error).message, 200) ?? 'no reason given'}`);
  });
  const warnings = new Set<MailWarning>();
  const opened = email.attachments.flatMap((attachment) => openAttachment(attachment, warnings));
  if (opened.length > MAXIMUM_ATTACHMENTS) warnings.add('too_many_attachments');
  if (hasUnknownCharset(bytes)) warnings.add('charset_unknown');
  if (isEncrypted(email)) warnings.add('encrypted');
  const { text, isCut } = cutHistory(clean(email.text ?? ''));
  const html = clean(email.html ?? '').trim();
  return {
    from: senderOf(valueOf(email, 'from')),
    replyTo: addressesOf(valueOf(email, 'reply-to')),
    subject: cleanLine(email.subject, 1000),
    messageId: idsOf(email.messageId)[0] ?? null,
    inReplyTo: idsOf(email.inReplyTo),
    references: idsOf(email.references),
    date: dateOf(email.date),
    text: text === '' ? null : text,
    html: html === '' ? null : html,
    hasQuotedHistory: isCut,
    attachments: opened.slice(0, MAXIMUM_ATTACHMENTS),
    automatic: automaticOf(lines),
    isCalendarOnly: text === '' && html === '' && opened.length > 0 && opened.every(isCalendar),
    warnings: [...warnings],
  };
}

function valueOf({ headers }: Email, key: string): string {
  return headers.find((header) => header.key === key)?.value ?? '';
}

function clean(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '').toWellFormed();
}

/** Message ids in angle brackets; what stands there without them is an id when it could be one. */
function idsOf(value: string | undefined): string[] {
  const text = (value ?? '').slice(0, 60_000);
  const ids = [...text.matchAll(/<([^<>\s]{1,996})>/g)].map(([, id]) => id ?? '');
  const bare = ids.length === 0 ? text.trim() : '';
  const found = /^[^<>\s]{1,996}@[^<>\s]{1,996}$/.test(bare) && bare.length <= 996 ? [bare] : ids;
  return found.flatMap((id) => cleanLine(id, 996) ?? []).slice(-MAXIMUM_REFERENCES);
}

function dateOf(date: string | undefined): string | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function openAttachment(attachment: Attachment, warnings: Set<MailWarning>): MailAttachment[] {
  const bytes = new Uint8Array(attachment.content as ArrayBuffer);
  const name = attachment.filename?.trim();
  const kept: MailAttachment = {
    filename: name ? safeFileName(name) : null,
    mimeType: /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(attachment.mimeType) ? attachment.mimeType.toLowerCase() : 'application/octet-stream',
    bytes,
    contentId: cleanLine(attachment.contentId?.replaceAll(/[<>]/g, ''), 200),
    isInline: attachment.related === true || attachment.disposition === 'inline',
  };
  if (!isTnef(bytes)) return [kept];
  try {
    return readTnef(bytes).map(({ mimeType, ...file }) => ({
      ...kept,
      ...file,
      mimeType: mimeType ?? 'application/octet-stream',
      contentId: null,
      isInline: false,
    }));
  } catch {
    warnings.add('tnef_unreadable');
    return [kept];
  }
}

function isCalendar({ mimeType, filename }: MailAttachment): boolean {
  return mimeType === 'text/calendar' || mimeType === 'application/ics' || filename?.toLowerCase().endsWith('.ics') === true;
}

function isEncrypted(email: Email): boolean {
  const type = valueOf(email, 'content-type').toLowerCase();
  const isEnveloped = /^application\/(?:x-)?pkcs7-mime\b/.test(type) && !/smime-type\s*=\s*"?(?:signed|certs|compressed)/.test(type);
  return isEnveloped || /^multipart\/encrypted\b/.test(type) || /^-----BEGIN PGP MESSAGE-----\s*$/m.test(email.text ?? '');
}

/** Looks at what the parts declare: the parser reads a charset that nobody knows as windows-1252 and does not say so. */
function hasUnknownCharset(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const labels = new Set<string>();
  for (const [, quoted, bare] of text.matchAll(
    /^(?:content-type:|[ \t])[^\r\n]{0,500}?\bcharset\s*=\s*(?:"([^"\r\n]{1,60})"|([^\s;"]{1,60}))/gim,
  )) {
    labels.add((quoted ?? bare ?? '').trim().toLowerCase());
    if (labels.size > 20) return true;
  }
  return [...labels].some((label) => !isKnownCharset(label));
}

function isKnownCharset(label: string): boolean {
  const spelled = [
    label,
    label.replace(/^x-/, ''),
    label.replace(/^cp-?(\d+)$/, 'windows-$1'),
    label.replaceAll('_', '-'),
    label.replace(/-[ie]$/, ''),
  ];
  return spelled.some((each) => {
    try {
      return new TextDecoder(each).encoding !== '';
    } catch {
      return false;
    }
  });
}
