import type { Receiver, WebhookFormat } from './message.ts';

/** What is stored of a receiver. */
interface StoredReceiver {
  readonly id: string;
  readonly url: string;
  readonly format: string;
  readonly secret: string | null;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: string | null;
}

/** A receiver with the secrets that sign now: the previous one too, for as long as both are taken. */
export function receiverOf({ id, url, format, secret, previousSecret, previousSecretUntil }: StoredReceiver, now: Date): Receiver {
  const isRotating = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now.toISOString();
  return {
    id,
    url,
    format: format as WebhookFormat,
    sealedSecrets: [...(secret === null ? [] : [secret]), ...(isRotating ? [previousSecret] : [])],
  };
}
