import { createHmac, hkdfSync } from 'node:crypto';
import { type Database, port, UnavailableError, UsageError } from '@colophon/core';

/** The purposes of keys; each has its own key, so that a signature for one purpose is invalid for another. */
export type KeyLabel =
  | 'contribution link'
  | 'contribution challenge'
  | 'contribution stop list'
  | 'contribution thread'
  | 'contribution message'
  | 'contribution mail';

/**
 * The secret of an application's contributions, the same in all its processes: the keys for links, challenges and the block list are
 * derived from it.
 */
export class ContributionSecret {
  readonly #secret: Buffer;

  /** @throws UsageError if it has fewer than 32 characters */
  constructor(secret: string) {
    if (secret.length < 32) throw new UsageError('The secret of contributions must have at least 32 characters.');
    this.#secret = Buffer.from(secret);
  }

  /** Signs a text for one purpose (HMAC-SHA256, base64url). */
  sign(label: KeyLabel, text: string): string {
    const key = Buffer.from(hkdfSync('sha256', this.#secret, Buffer.alloc(0), `colophon ${label}`, 32));
    return createHmac('sha256', key).update(text).digest('base64url');
  }
}

/** The secret that signs links and challenges; without it there are none. */
export const contributionSecret = port<ContributionSecret | undefined>('contributionSecret', undefined);

/** Whether links and challenges can be signed. */
export function hasContributionSecret(database: Database): boolean {
  return database.ports.use(contributionSecret) !== undefined;
}

/** Signs a text for one purpose. @throws UnavailableError without a secret */
export function sign(database: Database, label: KeyLabel, text: string): string {
  const secret = database.ports.use(contributionSecret);
  if (!secret)
    throw new UnavailableError('This application has no secret to sign with.', { hint: 'It is given by the port contributionSecret.' });
  return secret.sign(label, text);
}
