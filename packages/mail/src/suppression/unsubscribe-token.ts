import type { Database } from '@colophon/core';
import { mailSecretOf } from './mail-secret.ts';
import type { MailRecipient } from '../kinds/mail-kind.ts';
import { userIdOf } from '../settings/notification-setting.ts';

/** The kinds that an unsubscribe link covers, and its recipient. */
export interface Unsubscription {
  /** The account, or undefined for an address without one. */
  readonly userId: string | undefined;
  /** The keyed hash of the address. */
  readonly addressKey: string | undefined;
  readonly kinds: readonly string[];
}

/** The path prefix of unsubscribe links. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** Returns the link by which the recipient of a mail unsubscribes from its kinds. It reveals no identity and never expires. */
export function unsubscribeUrl(database: Database, baseUrl: string, { key, address }: MailRecipient, kinds: readonly string[]): string {
  const userId = userIdOf(key);
  const token = mailSecretOf(database).seal(
    [userId === undefined ? `a${mailSecretOf(database).addressKey(address)}` : `u${userId}`, ...kinds].join(' '),
  );
  return `${baseUrl.replace(/\/$/, '')}${UNSUBSCRIBE_PATH}/${token}`;
}

/** Decrypts an unsubscribe link; undefined if it was not created here. */
export function readUnsubscription(database: Database, token: string): Unsubscription | undefined {
  const [recipient = '', ...kinds] = mailSecretOf(database).unseal(token)?.split(' ') ?? [];
  if (kinds.length === 0) return undefined;
  if (recipient.startsWith('u')) return { userId: recipient.slice(1), addressKey: undefined, kinds };
  return recipient.startsWith('a') ? { userId: undefined, addressKey: recipient.slice(1), kinds } : undefined;
}
