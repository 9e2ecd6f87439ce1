import { Readable } from 'node:stream';
import { receiveFile } from '@colophon/core/files';
import { assetFiles, keepsFiles, receiveOptions } from '../../assets/asset-files.ts';
import type { ReceivedAttachment } from '../files/take-files.ts';
import type { InboundMessage } from './configure-inbound-mail.ts';

const MOST_FILES = 50;

/** Writes the attachments of a mail to the local disk, until `discard`; files already moved to the store stay. */
export async function receiveAttachments({
  attachments,
}: InboundMessage): Promise<{ received: ReceivedAttachment[]; discard: () => Promise<void> }> {
  const received: ReceivedAttachment[] = [];
  const discard = async (): Promise<void> => {
    for (const { file } of received) await file.discard();
  };
  if (!keepsFiles()) return { received, discard };
  try {
    for (const [index, { filename, declaredName, mimeType, bytes, isInline }] of attachments.slice(0, MOST_FILES + 1).entries()) {
      if (bytes.byteLength === 0) continue;
      const file = await receiveFile(Readable.from([bytes]), receiveOptions(assetFiles()));
      // As declared: misleading names are detected before they are made safe.
      const name = declaredName ?? filename ?? `attachment-${index + 1}`;
      received.push({ file, filename: name, declaredMimeType: mimeType, inline: isInline });
    }
    return { received, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
