import type { MailMessage } from './mail-message.ts';

/**
 * A mail that could not be read, as a message that has it as its one attachment: so that nothing is lost of what was sent. Its
 * sender and its id are read, and nothing else; it takes no worker. The library for addresses is loaded with the first one.
 *
 * @throws ColophonError as `MailReader.read` does
 */
export async function unreadMail(bytes: Uint8Array): Promise<MailMessage> {
  const { unreadMessage } = await import('./unread-message.ts');
  return unreadMessage(bytes);
}
