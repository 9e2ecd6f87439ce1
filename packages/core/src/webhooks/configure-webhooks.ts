import type { OutboxEvent } from '../events/event.ts';
import { UnavailableError, UsageError } from '../errors/errors.ts';
import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';
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

interface Configured extends WebhookSettings {
  readonly sealKey: Buffer;
}

let current: Configured | undefined;

/**
 * Configures webhook delivery for this process; undefined disables it.
 *
 * @throws UsageError for a secret that is too short, or an invalid kind
 */
export function configureWebhooks(settings: WebhookSettings | undefined): void {
  for (const { kind } of settings?.kinds ?? []) {
    if (!/^[a-z0-9_]+(?:\.[a-z0-9_]+)+$/.test(kind)) throw new UsageError(`${JSON.stringify(kind)} is not a valid event kind.`);
  }
  current = settings && { ...settings, sealKey: webhookSealKey(settings.secret) };
}

/** Returns the settings of webhook delivery. @throws UnavailableError if webhooks are not configured */
export function webhookSettings(): Configured {
  if (current) return current;
  throw new UnavailableError('Webhooks are not configured.', {
    hint: 'The application configures them with configureWebhooks.',
    extensions: { reason: 'webhooks' },
  });
}
