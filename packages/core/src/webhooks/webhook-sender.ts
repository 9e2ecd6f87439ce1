import type { OutboxEvent } from '../events/event.ts';
import { UnavailableError, UsageError } from '../errors/errors.ts';
import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';
import { port } from '../storage/ports.ts';
import { webhookSealKey } from './secret.ts';

/** A kind of event that webhooks can receive. */
export interface WebhookEventKind {
  /** Words separated by full stops, such as `content.published`. It never changes: receivers depend on it. */
  readonly kind: string;
  /** When it is sent, for people. */
  readonly description: string;
}

/** A request to a receiver. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Timeout of the whole request in milliseconds. */
  readonly timeout: number;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/** The response of a receiver. */
export interface WebhookAnswer {
  readonly status: number;
  /** The value of `Retry-After`. */
  readonly retryAfter: string | undefined;
}

/** Sends requests to untrusted URLs; implemented by the guarded requests of `@colophon/outbound`. */
export interface WebhookTransport {
  /**
   * Checks a URL without network access.
   *
   * @throws Error whose message says what is wrong with the URL
   */
  requireAddress(url: string): void;
  /**
   * Sends a `POST`, follows no redirect, and ignores the response body.
   *
   * @throws Error with a `code`, and with `extensions.reason` if there is one, if there was no response
   */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

/** An event as sent to a webhook. */
export type WebhookEvent = Pick<OutboxEvent, 'kind' | 'at' | 'tenantId'> & { readonly data: JsonObject };

/** The body of a request that is not a Standard Webhook. */
export interface WebhookBody {
  readonly contentType: string;
  readonly body: string;
}

/** The settings of webhook delivery. */
export interface WebhookSettings {
  /** The secret of the application, the same in each of its processes: secrets of webhooks are encrypted with it. */
  readonly secret: string;
  /** The event kinds that receivers can subscribe to. */
  readonly kinds: readonly WebhookEventKind[];
  readonly transport: WebhookTransport;
  /**
   * Composes the request to the WebSub hub for an event; undefined if nothing is to be sent. Without it there is no hub.
   */
  readonly composePing?: (event: WebhookEvent, database: Database) => Promise<WebhookBody | undefined>;
}

/** Sends the webhooks of an application; provided as `webhookSender`. */
export class WebhookSender {
  readonly kinds: readonly WebhookEventKind[];
  readonly transport: WebhookTransport;
  readonly composePing: WebhookSettings['composePing'];
  /** The key that secrets of webhooks are encrypted with. */
  readonly sealKey: Buffer;

  /** @throws UsageError for a secret that is too short, or an invalid kind */
  constructor({ secret, kinds, transport, composePing }: WebhookSettings) {
    for (const { kind } of kinds) {
      if (!/^[a-z0-9_]+(?:\.[a-z0-9_]+)+$/.test(kind)) throw new UsageError(`${JSON.stringify(kind)} is not a valid event kind.`);
    }
    this.kinds = kinds;
    this.transport = transport;
    this.composePing = composePing;
    this.sealKey = webhookSealKey(secret);
  }
}

/** Sends the webhooks of a database. Without one there are no webhooks: their operations respond with 503. */
export const webhookSender = port<WebhookSender | undefined>('webhookSender', undefined);

/** Returns the sender of a database's webhooks. @throws UnavailableError if none is provided */
export function senderOf(database: Database): WebhookSender {
  const sender = database.ports.use(webhookSender);
  if (sender) return sender;
  throw new UnavailableError('Webhooks are not configured.', {
    hint: 'The application provides the port webhookSender.',
    extensions: { reason: 'webhooks' },
  });
}
