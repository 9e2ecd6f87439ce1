import { claims, type Database, type Lane, type LaneOptions } from '@colophon/core';

/** Milliseconds after which the process that sends a mail counts as lost: longer than any attempt. */
export const LEASE_MS = 300_000;
/** How many rows are put at once. */
const MOST_AT_ONCE = 500;

/** Opens the lane of outgoing mails. Those to one account in one tenant are a group. */
export function mailLane(database: Database, options: Omit<LaneOptions, 'lease'> = {}): Lane {
  return claims(database, 'mail', { ...options, lease: LEASE_MS });
}

/** What of a mail decides about its place in the lane. */
export interface QueuedMail {
  readonly id: string;
  readonly recipientKey: string;
  readonly tenantId: string | null;
  /** Milliseconds since 1970; 0: at once. */
  readonly due?: number;
  readonly tries?: number;
}

/** Puts mails into the lane, in the ambient transaction. */
export async function putMails(lane: Lane, mails: readonly QueuedMail[]): Promise<void> {
  await lane.put(
    mails.map(({ id, recipientKey, tenantId, due = 0, tries = 0 }) => ({ id, group: groupOf(recipientKey, tenantId), due, tries })),
  );
}

/** Nobody is sent ten mails at once, nor told of two newsrooms in one mail. */
function groupOf(recipientKey: string, tenantId: string | null): string | null {
  return recipientKey.startsWith('user:') ? `${recipientKey} ${tenantId ?? ''}` : null;
}

/** Puts waiting mails into the lane that are not there: after an upgrade, or after a restore that goes on where the backup was made. */
export async function adoptMails(database: Database, lane: Lane): Promise<void> {
  const { builder, decode } = { builder: database.dialect.builder, decode: database.dialect.decode.bind(database.dialect) };
  const missing = builder
    .selectFrom('mail_outbox')
    .select(['id', 'recipientKey', 'tenantId', 'attempts', 'nextAttemptAt'])
    .where('status', 'in', ['waiting', 'sending'])
    .where((each) => each.not(lane.lists('mail_outbox.id')))
    .limit(MOST_AT_ONCE);
  for (;;) {
    const rows = await database.all(missing.compile());
    const mails = rows.map(({ id, recipientKey, tenantId, attempts, nextAttemptAt }) => ({
      id: String(id),
      recipientKey: String(recipientKey),
      tenantId: (tenantId as string | null | undefined) ?? null,
      tries: Number(attempts),
      due: nextAttemptAt === null ? 0 : Date.parse(String(decode('datetime', nextAttemptAt))),
    }));
    await putMails(lane, mails);
    if (rows.length < MOST_AT_ONCE) return;
  }
}
