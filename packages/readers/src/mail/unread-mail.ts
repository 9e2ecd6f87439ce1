import type { MailMessage } from './mail-message.ts';

/**
 * Returns an unreadable mail as a message with the mail as its only attachment, so that nothing is lost. Its sender is the first
 * valid address of From, Sender and Reply-To, else that of the envelope; nothing proves it. No worker is needed. The library for
 * addresses is loaded with the first call.
 *
 * @param envelopeFrom as in `MAIL FROM`; null if unknown
 * @throws ColophonError 422 `no_sender` if there is no valid address
 */
export async function unreadMail(bytes: Uint8Array, envelopeFrom: string | null = null): Promise<MailMessage> {
  const { unreadMessage } = await import('./unread-message.ts');
  return unreadMessage(bytes, envelopeFrom);
}
