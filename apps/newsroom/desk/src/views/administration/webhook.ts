/** A webhook: an address that events are sent to. */
export interface Webhook {
  readonly id: string;
  readonly rev: number;
  readonly url: string;
  /** The events that are sent; empty for all. */
  readonly kinds: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly format: 'standard' | 'websub';
  readonly failures: number;
  readonly failingSince: string | null;
  /** Until when nothing is sent, as the receiver asked. */
  readonly pausedUntil: string | null;
  readonly previousSecretUntil: string | null;
  readonly disabledReason: 'gone' | 'failing' | null;
}

/** A type of event. */
export interface WebhookKind {
  readonly kind: string;
  readonly description: string;
}

/** The delivery of an event to a webhook. */
export interface WebhookDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly kind: string;
  readonly occurredAt: string;
  readonly status: 'waiting' | 'delivered' | 'failed' | 'held';
  readonly attempt: number;
  readonly nextAttemptAt: string | null;
  readonly httpStatus: number | null;
  readonly ms: number | null;
  readonly error: string | null;
}

/** Milliseconds between two looks at what is sent within a minute, and at what is sent later. */
const SOON = 5_000;
const LATER = 30_000;

/** Milliseconds until pending deliveries are looked at again; null if none is, as where their webhook is disabled. */
export function nextLookAt(deliveries: readonly WebhookDelivery[], webhooks: readonly Webhook[], now: number): number | null {
  const disabled = new Set(webhooks.filter(({ enabled }) => !enabled).map(({ id }) => id));
  const pending = deliveries.filter(({ status, webhookId }) => status === 'waiting' && !disabled.has(webhookId));
  if (pending.length === 0) return null;
  return pending.some(({ nextAttemptAt }) => nextAttemptAt === null || Date.parse(nextAttemptAt) < now + 60_000) ? SOON : LATER;
}

/** What went wrong, and what to do about it where an administrator can. */
const FAULTS: Readonly<Record<string, string>> = {
  fetch_timeout: 'no response in time',
  'fetch_failed: resolve': 'the host name was not found',
  'fetch_failed: connect': 'no connection to the host',
  'fetch_failed: connection': 'the connection was closed without a response',
  'fetch_failed: tls': 'no valid certificate',
  address_refused: 'the URL is not public: change it, or allow its host with OUTBOUND_HOSTS',
  'unavailable: webhook_secret': 'the secret cannot be read, since NEWSROOM_SECRET has changed: rotate it',
};

/** The result of a delivery as text. */
export function outcomeOf({ httpStatus, error, ms, attempt }: WebhookDelivery): string {
  const tries = attempt > 1 ? `, attempt ${attempt}` : '';
  if (httpStatus === null && error === null) return `not sent yet${tries}`;
  const answered = httpStatus === null ? faultOf(error ?? '') : `HTTP ${httpStatus}${reasonOf(httpStatus)}`;
  return ms === null ? `${answered}${tries}` : `${answered} after ${ms} ms${tries}`;
}

function faultOf(error: string): string {
  return FAULTS[error] ?? FAULTS[error.split(':', 1)[0] ?? ''] ?? error.replaceAll('_', ' ');
}

function reasonOf(status: number): string {
  if (status >= 300 && status < 400) return ' (redirects are not followed: use the final URL)';
  return status === 410 ? ' (the receiver wants no more events)' : '';
}
