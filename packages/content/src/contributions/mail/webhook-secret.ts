import { UsageError } from '@colophon/core';

const SHORTEST_KEY = 24;
const SHORTEST_TEXT = 32;

/**
 * Returns the key of a secret for signed mails: the bytes of `whsec_` and base64, otherwise the text itself.
 *
 * @throws UsageError if it is invalid base64, or too short for a secret
 */
export function webhookKey(secret: string): Buffer {
  if (!secret.startsWith('whsec_')) {
    if (secret.length < SHORTEST_TEXT) throw new UsageError(`The secret of mails must have at least ${SHORTEST_TEXT} characters.`);
    return Buffer.from(secret);
  }
  const text = secret.slice('whsec_'.length);
  const key = Buffer.from(text, 'base64');
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(text) && key.toString('base64').replaceAll('=', '') === text.replaceAll('=', '');
  if (!isBase64 || key.length < SHORTEST_KEY)
    throw new UsageError(`Behind whsec_, the secret of mails must be base64 of at least ${SHORTEST_KEY} bytes.`);
  return key;
}
