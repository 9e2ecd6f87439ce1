import type { OutboxEvent } from '../events/event.ts';
import { UnavailableError, UsageError } from '../errors/errors.ts';
import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';
import { webhookSealKey } from './secret.ts';

/** A kind of event that webhooks may be told of. */
export interface WebhookEventKind {
  /** Words separated by full stops, such as `content.published`. It never changes: receivers know it. */
  readonly kind: string;
  /** When it is sent, for people. */
  readonly description: string;
}

/** A request to a receiver. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for all of it. */
  readonly timeout: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** What a receiver answered. */
export interface WebhookAnswer {
  readonly status: number;
  /** The value of `Retry-After`. */
  readonly retryAfter: string | undefined;
}

/** What sends requests to addresses that somebody else named: the guarded requests of `@colophon/outbound` fill it. */
export interface WebhookTransport {
  /**
   * Judges an address as far as it can be judged without asking anybody.
   *
   * @throws Error whose message says what is wrong with it
   */
  requireAddress(url: string): void;
  /**
   * Sends a `POST`, follows no redirect, and drops what the answer says.
   *
   * @throws Error with a `code`, and with `extensions.reason` where there is one, when no answer came
   */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

/** An event as a webhook is told of it. */
export type WebhookEvent = Pick<OutboxEvent, 'kind' | 'at' | 'tenantId'> & { readonly data: JsonObject };

/** The body of a request that is not a Standard Webhook. */
export interface WebhookBody {
  readonly contentType: string;
  readonly body: string;
}

/** How an application has webhooks delivered. */
export interface WebhookSettings {
  /** The secret of the application, the same in each of its processes: secrets of webhooks are sealed under it. */
  readonly secret: string;
  /** What receivers may be told of. */
  readonly kinds: readonly WebhookEventKind[];
  readonly transport: WebhookTransport;
  /**
   * What is sent to the hub of WebSub for an event; undefined when there is nothing to say. Without it there is no hub.
   */
  readonly composePing?: (event: WebhookEvent, database: Database) => Promise<WebhookBody | undefined>;
}

interface Configured extends WebhookSettings {
  readonly sealKey: Buffer;
}

let current: Configured | undefined;

/**
 * Says, for this process, how webhooks are delivered; undefined says that they are not.
 *
 * @throws UsageError for a secret that is too short, or a kind that is none
 */
export function configureWebhooks(settings: WebhookSettings | undefined): void {
  for (const { kind } of settings?.kinds ?? []) {
    if (!/^[a-z0-9_]+(?:\.[a-z0-9_]+)+$/.test(kind)) throw new UsageError(`${JSON.stringify(kind)} is no kind of event.`);
  }
  current = settings && { ...settings, sealKey: webhookSealKey(settings.secret) };
}

/** How webhooks are delivered. @throws UnavailableError where they are not */
export function webhookSettings(): Configured {
  if (current) return current;
  throw new UnavailableError('Webhooks are not set up here.', {
    hint: 'The application sets them up with configureWebhooks.',
    extensions: { reason: 'webhooks' },
  });
}
