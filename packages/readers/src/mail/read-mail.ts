import { safeFileName } from '@colophon/core/files';
import type { Attachment, Email } from 'postal-mime';
import { cleanLine } from '../text/clean-line.ts';
import { automaticOf } from './automatic.ts';
import { parseMail } from './bounded-parser.ts';
import { cutHistory } from './cut-history.ts';
import { contentHashOf } from './content-hash.ts';
import { addressesOf, senderOf } from './mail-address.ts';
import type { MailAttachment, MailMessage, MailWarning } from './mail-message.ts';
import { isTnef, readTnef } from './read-tnef.ts';
import { requireSameHeaders, scanMail } from './scan-mail.ts';
import { takeUuencoded, type UuencodedFile } from './uuencoded.ts';

const MAXIMUM_ATTACHMENTS = 100;
/** The maximum number of characters searched; no letter is longer. */
const LONGEST_TEXT = 1_000_000;
const MAXIMUM_REFERENCES = 50;
const MAXIMUM_CHARSETS = 20;
const REPLACEMENT = '\ufffd';
/** Control characters to remove; line ends are normalized before. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * Parses a raw mail to plain data. Runs in a worker: see `MailReader`.
 *
 * @throws Unreadable with the reason as its code
 */
export async function readMail(bytes: Uint8Array): Promise<MailMessage> {
  const block = scanMail(bytes);
  const { lines, mail } = block;
  const { email, charsets, isCharsetGuessed } = await parseMail(mail);
  requireSameHeaders(
    lines,
    email.headers.map(({ key }) => key),
  );
  const warnings = new Set<MailWarning>();
  const written = takeUuencoded(email.text ?? '');
  const opened = [...email.attachments.flatMap((attachment) => openAttachment(attachment, warnings)), ...written.files.map(fromText)];
  const from = senderOf(valueOf(email, 'from'));
  const subject = cleanLine(email.subject, 1000);
  if (opened.length > MAXIMUM_ATTACHMENTS) warnings.add('too_many_attachments');
  if (
    isCharsetGuessed ||
    hasUnknownCharset(charsets) ||
    [subject, from.name, ...opened.map(({ declaredName }) => declaredName)].some((text) => text?.includes(REPLACEMENT) === true)
  )
    warnings.add('charset_unknown');
  if (isEncrypted(email)) warnings.add('encrypted');
  if (written.text.length > LONGEST_TEXT) warnings.add('text_cut');
  const { text, isCut } = cutHistory(clean(written.text.slice(0, LONGEST_TEXT)));
  const html = clean(email.html ?? '').trim();
  return {
    from,
    replyTo: addressesOf(valueOf(email, 'reply-to')),
    subject,
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
    contentHash: contentHashOf(block),
  };
}

function valueOf({ headers }: Email, key: string): string {
  return headers.find((header) => header.key === key)?.value ?? '';
}

function clean(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '').toWellFormed();
}

/** Returns the message ids in angle brackets; a value without brackets counts if it is a valid id. */
function idsOf(value: string | undefined): string[] {
  const text = (value ?? '').slice(0, 60_000);
  const ids = [...text.matchAll(/<([^<>\s]{1,996})>/g)].map(([, id]) => id ?? '');
  const bare = ids.length === 0 ? text.trim() : '';
  const result = /^[^<>\s]{1,996}@[^<>\s]{1,996}$/.test(bare) && bare.length <= 996 ? [bare] : ids;
  return result.flatMap((id) => cleanLine(id, 996) ?? []).slice(-MAXIMUM_REFERENCES);
}

function dateOf(date: string | undefined): string | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function openAttachment(attachment: Attachment, warnings: Set<MailWarning>): MailAttachment[] {
  const bytes = new Uint8Array(attachment.content as ArrayBuffer);
  const name = attachment.filename?.trim();
  const original: MailAttachment = {
    filename: name ? safeFileName(name) : null,
    declaredName: name?.slice(0, 1000).toWellFormed() || null,
    mimeType: /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(attachment.mimeType) ? attachment.mimeType.toLowerCase() : 'application/octet-stream',
    bytes,
    contentId: cleanLine(attachment.contentId?.replaceAll(/[<>]/g, ''), 200),
    isInline: attachment.related === true || attachment.disposition === 'inline',
  };
  if (!isTnef(bytes)) return [original];
  try {
    const files = readTnef(bytes);
    // A winmail.dat without files is kept as an attachment, because it may have other content.
    if (files.length === 0) throw new Error('It contains no files.');
    return files.map(({ mimeType, ...file }) => ({
      ...original,
      ...file,
      declaredName: file.filename,
      mimeType: mimeType ?? 'application/octet-stream',
      contentId: null,
      isInline: false,
    }));
  } catch {
    warnings.add('tnef_unreadable');
    return [original];
  }
}

function fromText({ name, bytes }: UuencodedFile): MailAttachment {
  return {
    filename: safeFileName(name),
    declaredName: name.toWellFormed(),
    mimeType: 'application/octet-stream',
    bytes,
    contentId: null,
    isInline: false,
  };
}

function isCalendar({ mimeType, filename }: MailAttachment): boolean {
  return mimeType === 'text/calendar' || mimeType === 'application/ics' || filename?.toLowerCase().endsWith('.ics') === true;
}

function isEncrypted(email: Email): boolean {
  const type = valueOf(email, 'content-type').toLowerCase();
  const isEnveloped = /^application\/(?:x-)?pkcs7-mime\b/.test(type) && !/smime-type\s*=\s*"?(?:signed|certs|compressed)/.test(type);
  return isEnveloped || /^multipart\/encrypted\b/.test(type) || /^-----BEGIN PGP MESSAGE-----\s*$/m.test(email.text ?? '');
}

/** The parser silently reads unknown charsets as windows-1252. */
function hasUnknownCharset(charsets: readonly string[]): boolean {
  const labels = new Set(charsets.map((label) => label.trim().toLowerCase()).filter((label) => label !== ''));
  return labels.size > MAXIMUM_CHARSETS || [...labels].some((label) => !isKnownCharset(label));
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
