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
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly attempt: number;
  readonly nextAttemptAt: string | null;
  readonly httpStatus: number | null;
  readonly ms: number | null;
  readonly error: string | null;
}

/** The result of a delivery as text. */
export function outcomeOf({ httpStatus, error, ms, attempt }: WebhookDelivery): string {
  const answered = httpStatus === null ? (error ?? 'no response yet').replaceAll('_', ' ') : `HTTP ${httpStatus}`;
  const tries = attempt > 1 ? `, attempt ${attempt}` : '';
  return ms === null ? `${answered}${tries}` : `${answered} after ${ms} ms${tries}`;
}
