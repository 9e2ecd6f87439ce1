import { createHmac } from 'node:crypto';
import { webhookSecretKey } from './secret.ts';

/** What the signature of a request covers. */
export interface SignedMessage {
  /** The same for each attempt; without a full stop. */
  readonly id: string;
  /** Of the attempt, in seconds since 1970. */
  readonly timestamp: number;
  /** Exactly as it is sent. */
  readonly body: string;
}

/**
 * The three headers of Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, one `v1` signature for each secret, separated by
 * a space.
 *
 * @param secrets the current one first, then the previous one while both are taken
 */
export function webhookHeaders({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): Readonly<Record<string, string>> {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', webhookSecretKey(secret)).update(content).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
