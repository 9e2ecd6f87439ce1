import type { Database } from '@colophon/core';
import { Readable } from 'node:stream';
import { receiveFile } from '@colophon/core/files';
import { assetFilesOf, receiveOptions } from '../../assets/asset-files.ts';
import type { ReceivedAttachment } from '../files/take-files.ts';
import type { InboundMessage } from './inbound-mail-settings.ts';

const MOST_FILES = 50;

/** The attachments of a mail, on the local disk until `discard`; files already moved to the store stay. */
export interface ReceivedAttachments {
  readonly received: readonly ReceivedAttachment[];
  readonly discard: () => Promise<void>;
}

/**
 * Writes the attachments of a mail to the local disk.
 *
 * @param raw the mail as it was received, if it is kept too
 * @throws UnavailableError if there are files and the application has no store: the mail is delivered again later
 */
export async function receiveAttachments(
  database: Database,
  { attachments, warnings }: InboundMessage,
  raw?: Uint8Array,
): Promise<ReceivedAttachments> {
  const received: ReceivedAttachment[] = [];
  const discard = async (): Promise<void> => {
    for (const { file } of received) await file.discard();
  };
  const isUnread = warnings.includes('not_read');
  const receive = async (bytes: Uint8Array, about: Omit<ReceivedAttachment, 'file'>): Promise<void> => {
    received.push({ file: await receiveFile(Readable.from([bytes]), receiveOptions(assetFilesOf(database))), ...about });
  };
  try {
    for (const [index, { filename, declaredName, mimeType, bytes, isInline }] of attachments.slice(0, MOST_FILES + 1).entries()) {
      if (bytes.byteLength === 0) continue;
      // As declared: misleading names are detected before they are made safe.
      const name = declaredName ?? filename ?? `attachment-${index + 1}`;
      await receive(bytes, { filename: name, declaredMimeType: mimeType, inline: isInline, raw: isUnread });
    }
    if (raw && !isUnread) await receive(raw, { filename: 'mail.eml', declaredMimeType: 'message/rfc822', raw: true });
    return { received, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
