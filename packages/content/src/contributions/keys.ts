import { createHmac, hkdfSync } from 'node:crypto';
import { UnavailableError, UsageError } from '@colophon/core';

let secret: Buffer | undefined;

/**
 * Sets the application's secret for contributions: the keys for links, challenges and the block list are derived from it.
 * All processes of an application must use the same secret.
 *
 * @throws UsageError if it has fewer than 32 characters
 */
export function configureContributionSecret(given: string | undefined): void {
  if (given !== undefined && given.length < 32) throw new UsageError('The secret of contributions must have at least 32 characters.');
  secret = given === undefined ? undefined : Buffer.from(given);
}

/** Whether this process can sign links and challenges. */
export function hasContributionSecret(): boolean {
  return secret !== undefined;
}

/** The purposes of keys; each has its own key, so that a signature for one purpose is invalid for another. */
export type KeyLabel =
  | 'contribution link'
  | 'contribution challenge'
  | 'contribution stop list'
  | 'contribution thread'
  | 'contribution message'
  | 'contribution mail';

/** Signs a text for one purpose (HMAC-SHA256, base64url). @throws UnavailableError without a secret */
export function sign(label: KeyLabel, text: string): string {
  if (!secret)
    throw new UnavailableError('This application has no secret to sign with.', { hint: 'It is given by configureContributionSecret.' });
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `colophon ${label}`, 32));
  return createHmac('sha256', key).update(text).digest('base64url');
}
