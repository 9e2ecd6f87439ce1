import { createHash } from 'node:crypto';
import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';
import { senderOf, type WebhookBody, type WebhookEvent } from './webhook-sender.ts';
import { unsealSecret } from './secret.ts';
import { webhookHeaders } from './signature.ts';

export const WEBHOOK_FORMATS = ['standard', 'websub'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** The receiver of a delivery. */
export interface Receiver {
  readonly id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** Encrypted; the current one first. */
  readonly sealedSecrets: readonly string[];
}

/** The request to a receiver. */
export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns the request that delivers an event to a receiver, signed for this attempt; undefined if nothing is to be sent.
 *
 * @throws UnavailableError if the secret cannot be decrypted
 */
export async function messageOf(
  receiver: Receiver,
  event: WebhookEvent & { readonly eventId: string },
  { database, now }: { readonly database: Database; readonly now: Date },
): Promise<WebhookMessage | undefined> {
  if (receiver.format === 'websub') {
    const ping = await senderOf(database).composePing?.(event, database);
    return ping && plain(ping);
  }
  const { sealKey } = senderOf(database);
  const body = JSON.stringify({ type: event.kind, timestamp: event.at, data: event.data });
  const secrets = receiver.sealedSecrets.map((sealed) => unsealSecret(sealKey, sealed, receiver.id));
  const timestamp = Math.floor(now.getTime() / 1000);
  return { headers: { 'content-type': 'application/json', ...webhookHeaders({ id: event.eventId, timestamp, body }, secrets) }, body };
}

function plain({ contentType, body }: WebhookBody): WebhookMessage {
  return { headers: { 'content-type': contentType }, body };
}

/** Returns the data of an event for receivers: the table and id of its record, and its states. */
export function dataOf({ objectType, objectId, data }: { objectType: string; objectId: string; data: JsonObject }): JsonObject {
  return { ...data, object: objectType, id: objectId };
}

/** `webhook-id`: the same for each attempt and each receiver. An id that cannot be used in a signature is replaced by its hash. */
export function messageIdOf(eventId: string): string {
  return /^[\w-]{1,90}$/.test(eventId) ? `msg_${eventId}` : `msg_${createHash('sha256').update(eventId).digest('base64url')}`;
}
