import { Readable } from 'node:stream';
import { receiveFile } from '@colophon/core/files';
import { assetFiles, keepsFiles, receiveOptions } from '../../assets/asset-files.ts';
import type { ReceivedAttachment } from '../files/take-files.ts';
import type { InboundMessage } from './configure-inbound-mail.ts';

const MOST_FILES = 50;

/** Puts the attachments of a mail on this machine's disk, until `discard`; what was stored meanwhile stays. */
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
      // As it was declared: what misleads in it is looked for before it is made safe.
      const name = declaredName ?? filename ?? `attachment-${index + 1}`;
      received.push({ file, filename: name, declaredMimeType: mimeType, inline: isInline });
    }
    return { received, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
