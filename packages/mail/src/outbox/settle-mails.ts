import type { Database, Lane } from '@colophon/core';
import type { ClaimedMail } from './claim-mails.ts';
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
 * @returns the number of mails; those that another process has taken over, or that were erased, are not changed
 */
export async function settleMails(
  { database, lane }: { readonly database: Database; readonly lane: Lane },
  mails: readonly ClaimedMail[],
  settlement: Settlement,
  now: Date,
): Promise<number> {
  const { status, reason = null, isUncounted = false } = settlement;
  const at = (moment: Date): unknown => database.dialect.encode('datetime', moment.toISOString());
  return database.transaction(async () => {
    const again = settlement.status === 'waiting' ? { again: settlement.dueAt.getTime(), isUncounted } : {};
    const held = await lane.settle(
      mails.map(({ claim }) => claim),
      again,
    );
    if (held.length === 0) return 0;
    const ids = held.map(({ id }) => id);
    let update = database.dialect.builder
      .updateTable('mail_outbox')
      .set({
        status,
        reason,
        nextAttemptAt: settlement.status === 'waiting' ? at(settlement.dueAt) : null,
        updated_at: at(now),
        ...(status === 'sent' ? { sentAt: at(now) } : {}),
      })
      .set((each) => ({ rev: each('rev', '+', 1) as never }))
      .where('id', 'in', ids);
    if (isUncounted) update = update.set((each) => ({ attempts: each('attempts', '-', 1) as never }));
    return database.run(update.compile());
  });
}
