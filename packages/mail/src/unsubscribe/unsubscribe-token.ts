import { addressKey, seal, unseal } from '../keys.ts';
import type { MailRecipient } from '../kinds/mail-kind.ts';
import { userIdOf } from '../settings/notification-setting.ts';

/** What a link to unsubscribe stops, and for whom. */
export interface Unsubscription {
  /** The account, or undefined for an address without one. */
  readonly userId: string | undefined;
  /** What stands for the address. */
  readonly addressKey: string | undefined;
  readonly kinds: readonly string[];
}

/** The path under which links to unsubscribe stand. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** The link by which whoever reads a mail stops its kinds. It tells nobody whose it is, and never ends. */
export function unsubscribeUrl(baseUrl: string, { key, address }: MailRecipient, kinds: readonly string[]): string {
  const userId = userIdOf(key);
  const token = seal([userId === undefined ? `a${addressKey(address)}` : `u${userId}`, ...kinds].join(' '));
  return `${baseUrl.replace(/\/$/, '')}${UNSUBSCRIBE_PATH}/${token}`;
}

/** What a link stops; undefined for one that we did not make. */
export function readUnsubscription(token: string): Unsubscription | undefined {
  const [who = '', ...kinds] = unseal(token)?.split(' ') ?? [];
  if (kinds.length === 0) return undefined;
  if (who.startsWith('u')) return { userId: who.slice(1), addressKey: undefined, kinds };
  return who.startsWith('a') ? { userId: undefined, addressKey: who.slice(1), kinds } : undefined;
}
