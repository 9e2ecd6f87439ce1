import type { Receiver, WebhookFormat } from './message.ts';

/** The stored data of a receiver. */
export interface StoredReceiver {
  readonly id: string;
  readonly url: string;
  readonly format: string;
  readonly secret: string | null;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: string | null;
}

/** Returns a receiver with the secrets that currently sign: including the previous one, as long as both are valid. */
export function receiverOf({ id, url, format, secret, previousSecret, previousSecretUntil }: StoredReceiver, now: Date): Receiver {
  const isRotating = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now.toISOString();
  return {
    id,
    url,
    format: format as WebhookFormat,
    sealedSecrets: [...(secret === null ? [] : [secret]), ...(isRotating ? [previousSecret] : [])],
  };
}
