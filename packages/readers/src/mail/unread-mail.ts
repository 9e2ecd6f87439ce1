import type { MailMessage } from './mail-message.ts';

/**
 * Returns an unreadable mail as a message with the mail as its only attachment, so that nothing is lost. Only its sender and its
 * id are read; no worker is needed. The library for addresses is loaded with the first call.
 *
 * @throws ColophonError as `MailReader.read` does
 */
export async function unreadMail(bytes: Uint8Array): Promise<MailMessage> {
  const { unreadMessage } = await import('./unread-message.ts');
  return unreadMessage(bytes);
}
