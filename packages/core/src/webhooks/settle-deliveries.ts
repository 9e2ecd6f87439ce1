import { makeCall } from '../callers/call.ts';
import type { Lane } from '../claims/lane.ts';
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
  readonly lane: Lane;
  readonly now: Date;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly onDisabled: OnDisabled | undefined;
}

/**
 * Writes the results of claimed deliveries, in the ambient transaction. Deliveries that another process has
 * taken over are left to that process.
 */
export async function settleDeliveries(database: Database, settlements: readonly Settlement[], context: SettleContext): Promise<void> {
  // In a fixed order, so that two processes never deadlock.
  const ordered = settlements.toSorted((one, other) => (one.delivery.webhookId < other.delivery.webhookId ? -1 : 1));
  for (const { delivery, outcome } of ordered) {
    if (!outcome) await context.lane.settle([delivery.claim], { again: 0, isUncounted: true });
    else if (outcome.isDelivered) await settleDelivered(database, delivery, outcome, context);
    else await settleFailed(database, delivery, outcome, context);
  }
}

async function settleDelivered(
  database: Database,
  delivery: ClaimedDelivery,
  outcome: AttemptOutcome,
  context: SettleContext,
): Promise<void> {
  // The webhook first, in the same order as its deletion. Its response counts even if the claim was lost.
  const update = database.dialect.builder
    .updateTable('webhooks')
    .set({ failures: 0, failingSince: null, pausedUntil: null })
    .where('id', '=', delivery.webhookId)
    .where('failures', '>', 0);
  await database.run(update.compile());
  await settle(database, { delivery, outcome }, context, {
    status: 'delivered',
    nextAttemptAt: null,
    deliveredAt: encoded(database, context.now),
  });
}

async function settleFailed(database: Database, delivery: ClaimedDelivery, outcome: AttemptOutcome, context: SettleContext): Promise<void> {
  const { now, random } = context;
  const isGone = outcome.httpStatus === 410;
  const webhook = await new Webhooks(database, makeCall({ now: () => now })).getForUpdate(delivery.webhookId);
  if (!webhook) return;
  const pause = pausedUntil({ status: outcome.httpStatus, retryAfter: outcome.retryAfter }, webhook.failures + 1, now);
  const planned = isGone ? undefined : nextAttemptAt(delivery.attempt, now, random());
  const next = planned && pause && pause > planned ? pause : planned;
  const values = next ? { status: 'waiting', nextAttemptAt: encoded(database, next) } : { status: 'failed', nextAttemptAt: null };
  if (!(await settle(database, { delivery, outcome }, context, values, next))) return;
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

/** @param again when it is due again; if undefined, it has ended @returns false if another process has claimed it in the meantime */
async function settle(
  database: Database,
  { delivery, outcome: { httpStatus, ms, error } }: { readonly delivery: ClaimedDelivery; readonly outcome: AttemptOutcome },
  { lane, now }: SettleContext,
  values: Readonly<Record<string, unknown>>,
  again?: Date,
): Promise<boolean> {
  const [settled] = await lane.settle([delivery.claim], again ? { again: again.getTime() } : {});
  if (!settled) return false;
  const update = database.dialect.builder
    .updateTable('webhook_deliveries')
    .set({
      attempt: delivery.attempt,
      httpStatus: httpStatus ?? null,
      ms,
      error: error ?? null,
      updated_at: encoded(database, now),
      ...values,
    })
    .set((each) => ({ rev: each('rev', '+', 1) as never }))
    .where('id', '=', delivery.id)
    .where('status', '=', 'waiting');
  return (await database.run(update.compile())) > 0;
}

function encoded(database: Database, moment: Date): unknown {
  return database.dialect.encode('datetime', moment.toISOString());
}
