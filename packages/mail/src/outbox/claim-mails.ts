import { randomUUID } from 'node:crypto';
import type { Database, JsonObject, Row } from '@colophon/core';

/** A mail claimed by this process. */
export interface ClaimedMail {
  readonly id: string;
  readonly kind: string;
  readonly recipientKey: string;
  readonly to: string;
  readonly tenantId: string | null;
  readonly data: JsonObject;
  readonly createdAt: string;
  /** The number of attempts, including this one. */
  readonly attempts: number;
}

/** Mails sent as one: to one recipient in one tenant. */
export interface ClaimedGroup {
  readonly claim: string;
  readonly mails: readonly ClaimedMail[];
}

/** How long a claim is valid: longer than any attempt. If the process is gone by then, the mail was not sent. */
export const CLAIM_MS = 300_000;
/** Maximum number of mails combined into one; the rest forms the next. */
const MOST_IN_ONE = 50;

/**
 * Claims due mails: up to `groups` groups, each for one recipient. Mails due for the same account at the same time form
 * one group, so that nobody is sent ten mails at once. Any number of processes can claim concurrently: each mail is claimed by one.
 */
export async function claimMails(database: Database, { groups, now }: { groups: number; now: Date }): Promise<ClaimedGroup[]> {
  const { builder } = database.dialect;
  const at = database.dialect.encode('datetime', now.toISOString());
  const due = builder.selectFrom('mail_outbox').selectAll().where('nextAttemptAt', '<=', at).orderBy('nextAttemptAt').orderBy('id');
  // Checked without the lock first, because most rounds find nothing.
  if (!(await database.first(due.limit(1).compile()))) return [];
  return database.transaction(async () => {
    await database.lock('mail_outbox claims');
    const claimed: ClaimedGroup[] = [];
    while (claimed.length < groups) {
      const first = await database.first(due.limit(1).compile());
      if (!first) break;
      const rows = await groupOf(database, first, at);
      const claim = randomUUID();
      const until = database.dialect.encode('datetime', new Date(now.getTime() + CLAIM_MS).toISOString());
      const update = builder
        .updateTable('mail_outbox')
        .set({ status: 'sending', claim, nextAttemptAt: until })
        .set((each) => ({ attempts: each('attempts', '+', 1) as never }))
        .where(
          'id',
          'in',
          rows.map((row) => String(row['id'])),
        );
      await database.run(update.compile());
      claimed.push({ claim, mails: rows.map((row) => mailOf(database, row)) });
    }
    return claimed;
  });
}

async function groupOf(database: Database, first: Row, at: unknown): Promise<readonly Row[]> {
  const recipientKey = String(first['recipientKey']);
  if (!recipientKey.startsWith('user:')) return [first];
  const tenantId = first['tenantId'] as string | null;
  const query = database.dialect.builder
    .selectFrom('mail_outbox')
    .selectAll()
    .where('recipientKey', '=', recipientKey)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where('nextAttemptAt', '<=', at)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_IN_ONE);
  return database.all(query.compile());
}

function mailOf({ dialect }: Database, row: Row): ClaimedMail {
  return {
    id: String(row['id']),
    kind: String(row['kind']),
    recipientKey: String(row['recipientKey']),
    to: String(row['to']),
    tenantId: (row['tenantId'] as string | null | undefined) ?? null,
    data: dialect.decode('json', row['data']) as JsonObject,
    createdAt: String(dialect.decode('datetime', row['created_at'])),
    attempts: Number(row['attempts']) + 1,
  };
}
