import { makeCall } from '../callers/call.ts';
import type { Database } from '../storage/database.ts';
import type { AttemptOutcome } from './attempt.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { DISABLED_AFTER_MS, nextAttemptAt, pausedUntil } from './schedule.ts';
import type { Webhook, WebhookDisabledReason } from './webhook.ts';
import { Webhooks } from './webhooks.ts';

/** The result of a claimed delivery; without an outcome the attempt was aborted by us and does not count. */
export interface Settlement {
  readonly delivery: ClaimedDelivery;
  readonly outcome: AttemptOutcome | undefined;
}

/** Called when a webhook is disabled automatically, in the transaction that disables it. */
export type OnDisabled = (webhook: Webhook, database: Database) => Promise<void>;

interface SettleContext {
  readonly now: Date;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly onDisabled: OnDisabled | undefined;
}

/**
 * Writes the results of claimed deliveries, in the ambient transaction. Deliveries whose claim has expired and that another process has
 * claimed are left to that process.
 */
export async function settleDeliveries(database: Database, settlements: readonly Settlement[], context: SettleContext): Promise<void> {
  // In a fixed order, so that two processes never deadlock.
  const ordered = settlements.toSorted((one, other) => (one.delivery.webhookId < other.delivery.webhookId ? -1 : 1));
  for (const { delivery, outcome } of ordered) {
    if (!outcome) await giveBack(database, delivery, context.now);
    else if (outcome.isDelivered) await settleDelivered(database, delivery, outcome, context.now);
    else await settleFailed(database, delivery, outcome, context);
  }
}

async function giveBack(database: Database, { id, claim }: ClaimedDelivery, now: Date): Promise<void> {
  const update = database.dialect.builder
    .updateTable('webhook_deliveries')
    .set({ claim: null, nextAttemptAt: encoded(database, now) })
    .set((each) => ({ attempt: each('attempt', '-', 1) as never }))
    .where('id', '=', id)
    .where('claim', '=', claim);
  await database.run(update.compile());
}

async function settleDelivered(database: Database, delivery: ClaimedDelivery, outcome: AttemptOutcome, now: Date): Promise<void> {
  // The webhook first, in the same order as its deletion. Its response counts even if the claim has expired.
  const update = database.dialect.builder
    .updateTable('webhooks')
    .set({ failures: 0, failingSince: null, pausedUntil: null })
    .where('id', '=', delivery.webhookId)
    .where('failures', '>', 0);
  await database.run(update.compile());
  await settle(database, delivery, outcome, now, { status: 'delivered', deliveredAt: encoded(database, now) });
}

async function settleFailed(database: Database, delivery: ClaimedDelivery, outcome: AttemptOutcome, context: SettleContext): Promise<void> {
  const { now, random } = context;
  const isGone = outcome.httpStatus === 410;
  const webhook = await new Webhooks(database, makeCall({ now: () => now })).getForUpdate(delivery.webhookId);
  if (!webhook) return;
  const pause = pausedUntil({ status: outcome.httpStatus, retryAfter: outcome.retryAfter }, webhook.failures + 1, now);
  const planned = isGone ? undefined : nextAttemptAt(delivery.attempt, now, random());
  const next = planned && pause && pause > planned ? pause : planned;
  const values = next ? { status: 'waiting', nextAttemptAt: encoded(database, next) } : { status: 'failed' };
  if (!(await settle(database, delivery, outcome, now, values))) return;
  const failingSince = webhook.failingSince ?? now.toISOString();
  const update = database.dialect.builder
    .updateTable('webhooks')
    .set({
      failures: webhook.failures + 1,
      failingSince: encoded(database, new Date(failingSince)),
      ...(pause ? { pausedUntil: encoded(database, pause) } : {}),
    })
    .where('id', '=', delivery.webhookId);
  await database.run(update.compile());
  const isFailing = now.getTime() - Date.parse(failingSince) >= DISABLED_AFTER_MS;
  if (isGone || isFailing) await disable(database, delivery.webhookId, isGone ? 'gone' : 'failing', context);
}

/** Disables a webhook and reports it, once. */
async function disable(
  database: Database,
  id: string,
  disabledReason: WebhookDisabledReason,
  { now, onDisabled }: SettleContext,
): Promise<void> {
  const webhook = await new Webhooks(database, makeCall({ now: () => now })).getForUpdate(id);
  if (!webhook?.enabled) return;
  Object.assign(webhook, { enabled: false, disabledReason });
  await webhook.save();
  await onDisabled?.(webhook, database);
}

/** @returns false if another process has claimed it in the meantime */
async function settle(
  database: Database,
  { id, claim }: ClaimedDelivery,
  { httpStatus, ms, error }: AttemptOutcome,
  now: Date,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const update = database.dialect.builder
    .updateTable('webhook_deliveries')
    .set({
      claim: null,
      nextAttemptAt: null,
      httpStatus: httpStatus ?? null,
      ms,
      error: error ?? null,
      updated_at: encoded(database, now),
      ...values,
    })
    .set((each) => ({ rev: each('rev', '+', 1) as never }))
    .where('id', '=', id)
    .where('claim', '=', claim);
  return (await database.run(update.compile())) > 0;
}

function encoded(database: Database, moment: Date): unknown {
  return database.dialect.encode('datetime', moment.toISOString());
}
