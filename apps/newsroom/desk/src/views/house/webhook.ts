/** A program that is told of what happens. */
export interface Webhook {
  readonly id: string;
  readonly rev: number;
  readonly url: string;
  /** What it is told of; empty is everything. */
  readonly kinds: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly format: 'standard' | 'websub';
  readonly failures: number;
  readonly failingSince: string | null;
  readonly previousSecretUntil: string | null;
  readonly disabledReason: 'gone' | 'failing' | null;
}

/** Something that webhooks may be told of. */
export interface WebhookKind {
  readonly kind: string;
  readonly description: string;
}

/** One event that a webhook is told of, and what became of it. */
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

/** What became of a delivery, in words. */
export function outcomeOf({ httpStatus, error, ms, attempt }: WebhookDelivery): string {
  const answered = httpStatus === null ? (error ?? 'no answer yet').replaceAll('_', ' ') : `answered ${httpStatus}`;
  const tries = attempt > 1 ? `, attempt ${attempt}` : '';
  return ms === null ? `${answered}${tries}` : `${answered} after ${ms} ms${tries}`;
}
