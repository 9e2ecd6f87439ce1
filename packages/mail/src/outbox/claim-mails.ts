import type { Claim, Database, JsonObject, Lane, Row } from '@colophon/core';

/** A mail claimed by this process. */
export interface ClaimedMail {
  readonly id: string;
  readonly claim: Claim;
  readonly kind: string;
  readonly recipientKey: string;
  readonly to: string;
  readonly tenantId: string | null;
  readonly data: JsonObject;
  readonly createdAt: string;
  /** The number of attempts, including this one. */
  readonly attempts: number;
}

/** Maximum number of mails combined into one; the rest forms the next. */
const MOST_IN_ONE = 50;

/** Claims due mails: up to `groups` groups, each of the mails that are sent as one. */
export async function claimMails(database: Database, lane: Lane, groups: number): Promise<ClaimedMail[][]> {
  const taken = await lane.takeGroups(groups, MOST_IN_ONE);
  if (taken.length === 0) return [];
  const mails = await begun(database, lane, taken.flat());
  return taken.map((claims) => claims.flatMap(({ id }) => mails.get(id) ?? [])).filter((group) => group.length > 0);
}

/** Notes that these mails are being sent, and returns them. Those that were erased or held in the meantime leave the lane. */
function begun(database: Database, lane: Lane, taken: readonly Claim[]): Promise<Map<string, ClaimedMail>> {
  const { builder } = database.dialect;
  const ids = taken.map(({ id }) => id);
  return database.transaction(async () => {
    const update = builder
      .updateTable('mail_outbox')
      .set({ status: 'sending', nextAttemptAt: null })
      .set((each) => ({ attempts: each('attempts', '+', 1) as never }))
      .where('id', 'in', ids)
      .where('status', 'in', ['waiting', 'sending'])
      .returningAll();
    const rows = new Map((await database.all(update.compile())).map((row) => [String(row['id']), row]));
    await lane.settle(taken.filter(({ id }) => !rows.has(id)));
    return new Map(taken.flatMap((claim) => rowOf(database, claim, rows.get(claim.id))));
  });
}

function rowOf({ dialect }: Database, claim: Claim, row: Row | undefined): [string, ClaimedMail][] {
  if (!row) return [];
  const mail = {
    id: claim.id,
    claim,
    kind: String(row['kind']),
    recipientKey: String(row['recipientKey']),
    to: String(row['to']),
    tenantId: (row['tenantId'] as string | null | undefined) ?? null,
    data: dialect.decode('json', row['data']) as JsonObject,
    createdAt: String(dialect.decode('datetime', row['created_at'])),
    attempts: Number(row['attempts']),
  };
  return [[claim.id, mail]];
}
