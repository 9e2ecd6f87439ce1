import type { Database } from '@colophon/core';
import type { MailStatus } from './outgoing-mail.ts';

/** The outcome of a claimed mail. */
export interface Settlement {
  readonly status: Exclude<MailStatus, 'sending'>;
  readonly reason?: string | null | undefined;
  /** When it is due again, if it waits. */
  readonly dueAt?: Date | undefined;
  /** The attempt does not count: nothing was sent. */
  readonly isUncounted?: boolean | undefined;
}

/**
 * Stores the outcome of claimed mails.
 *
 * @returns the number of mails; mails with an expired claim that another process has claimed are not changed
 */
export async function settleMails(
  database: Database,
  { claim, ids }: { readonly claim: string; readonly ids: readonly string[] },
  { status, reason = null, dueAt, isUncounted = false }: Settlement,
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0;
  const at = (moment: Date): unknown => database.dialect.encode('datetime', moment.toISOString());
  let update = database.dialect.builder
    .updateTable('mail_outbox')
    .set({
      status,
      reason,
      claim: null,
      nextAttemptAt: status === 'waiting' && dueAt ? at(dueAt) : null,
      updated_at: at(now),
      ...(status === 'sent' ? { sentAt: at(now) } : {}),
    })
    .set((each) => ({ rev: each('rev', '+', 1) as never }))
    .where('claim', '=', claim)
    .where('id', 'in', [...ids]);
  if (isUncounted) update = update.set((each) => ({ attempts: each('attempts', '-', 1) as never }));
  return database.run(update.compile());
}
