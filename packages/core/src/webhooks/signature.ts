import { createHmac } from 'node:crypto';
import { webhookSecretKey } from './secret.ts';

/** The signed content of a request. */
export interface SignedMessage {
  /** The same for each attempt; without a full stop. */
  readonly id: string;
  /** The time of the attempt, in seconds since 1970. */
  readonly timestamp: number;
  /** The body exactly as sent. */
  readonly body: string;
}

/**
 * Returns the three headers of Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, one `v1` signature per secret, separated by a
 * space.
 *
 * @param secrets the current one first, then the previous one while both are valid
 */
export function webhookHeaders({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): Readonly<Record<string, string>> {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', webhookSecretKey(secret)).update(content).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
