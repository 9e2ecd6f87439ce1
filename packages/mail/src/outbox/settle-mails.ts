import type { Database } from '@colophon/core';
import type { MailStatus } from './outgoing-mail.ts';

/** The outcome of a claimed mail: it waits until it is due again, or has ended. */
export type Settlement = {
  readonly reason?: string | null | undefined;
  /** The attempt does not count: nothing was sent. */
  readonly isUncounted?: boolean | undefined;
} & ({ readonly status: 'waiting'; readonly dueAt: Date } | { readonly status: Exclude<MailStatus, 'sending' | 'waiting' | 'held'> });

/**
 * Stores the outcome of claimed mails.
 *
 * @returns the number of mails; mails with an expired claim that another process has claimed are not changed
 */
export async function settleMails(
  database: Database,
  { claim, ids }: { readonly claim: string; readonly ids: readonly string[] },
  settlement: Settlement,
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { status, reason = null, isUncounted = false } = settlement;
  const at = (moment: Date): unknown => database.dialect.encode('datetime', moment.toISOString());
  let update = database.dialect.builder
    .updateTable('mail_outbox')
    .set({
      status,
      reason,
      claim: null,
      nextAttemptAt: settlement.status === 'waiting' ? at(settlement.dueAt) : null,
      updated_at: at(now),
      ...(status === 'sent' ? { sentAt: at(now) } : {}),
    })
    .set((each) => ({ rev: each('rev', '+', 1) as never }))
    .where('claim', '=', claim)
    .where('id', 'in', [...ids]);
  if (isUncounted) update = update.set((each) => ({ attempts: each('attempts', '-', 1) as never }));
  return database.run(update.compile());
}
