import { randomUUID } from 'node:crypto';
import type { Database } from '@colophon/core';
import { MOST_REFUSALS } from './clients.ts';
import type { DraftRow, UpdateRow } from './record/draft-rows.ts';

/** What one client wrote, to be stored together: the updates, and its clock before and after them. */
export interface AcceptedUpdates {
  readonly client: number;
  readonly writer: string;
  readonly start: number;
  readonly end: number;
  readonly updates: readonly Uint8Array[];
}

/** What was stored: rows in the order of their numbers; undefined if the epoch is over. Clients whose clock had moved on are left out. */
export type StoredUpdates = readonly UpdateRow[] | undefined;

/**
 * Stores updates of several clients, each under the condition that its clock still is where the updates begin: two processes never give the
 * same clocks to different letters. On PostgreSQL one statement, which the lock of the draft's row puts in order with those of others.
 */
export function storeUpdates(database: Database, row: DraftRow, accepted: readonly AcceptedUpdates[], now: Date): Promise<StoredUpdates> {
  return database.dialect.name === 'postgres' ? storeAtOnce(database, row, accepted, now) : storeInTurn(database, row, accepted, now);
}

const AT_ONCE = `
  WITH given AS (
    SELECT * FROM unnest($3::int[], $4::int[], $5::int[], $6::text[]) AS each(client, "start", "end", writer)
  ), c AS (
    UPDATE content_draft_clients AS known SET clock = given."end", updated_at = $7::timestamptz
    FROM given
    WHERE known."draftId" = $1 AND known.epoch = $2 AND known.client = given.client
      AND known.clock = given."start" AND known.writer = given.writer AND known.refusals < ${MOST_REFUSALS}
    RETURNING known.client, known.writer
  ), s AS (
    UPDATE content_drafts SET sequence = sequence + $8::int, "touchedAt" = $7::timestamptz
    WHERE id = $1 AND epoch = $2
    RETURNING sequence, "tenantId"
  ), stored AS (
    INSERT INTO content_draft_updates
      (id, "draftId", epoch, sequence, client, writer, bytes, "tenantId", rev, created_at, updated_at)
    SELECT each.id, $1, $2, s.sequence - $8::int + each.place, each.client, c.writer, each.bytes, s."tenantId", 1, $7::timestamptz, $7::timestamptz
    FROM unnest($9::text[], $10::int[], $11::int[], $12::bytea[]) AS each(id, place, client, bytes)
    JOIN c ON c.client = each.client CROSS JOIN s
    RETURNING sequence, id
  )
  SELECT s.sequence AS reached, stored.sequence, stored.id FROM s LEFT JOIN stored ON true ORDER BY stored.sequence`;

async function storeAtOnce(database: Database, row: DraftRow, accepted: readonly AcceptedUpdates[], now: Date): Promise<StoredUpdates> {
  const rows = accepted.flatMap(({ client, writer, updates }) => updates.map((update) => ({ id: randomUUID(), client, writer, update })));
  const parameters = [
    row.id,
    row.epoch,
    accepted.map(({ client }) => client),
    accepted.map(({ start }) => start),
    accepted.map(({ end }) => end),
    accepted.map(({ writer }) => writer),
    now.toISOString(),
    rows.length,
    rows.map(({ id }) => id),
    rows.map((_, at) => at + 1),
    rows.map(({ client }) => client),
    rows.map(({ update }) => Buffer.from(update.buffer, update.byteOffset, update.byteLength)),
  ];
  const answered = await database.all({ sql: AT_ONCE, parameters, table: 'content_draft_updates' });
  if (answered.length === 0) return undefined;
  const byId = new Map<unknown, (typeof rows)[number]>(rows.map((each) => [each.id, each]));
  return answered.flatMap((each) => {
    const stored = byId.get(each['id']);
    return stored ? [{ sequence: Number(each['sequence']), client: stored.client, writer: stored.writer, update: stored.update }] : [];
  });
}

/** With one writer at a time the same takes a transaction of a few statements. */
async function storeInTurn(database: Database, row: DraftRow, accepted: readonly AcceptedUpdates[], now: Date): Promise<StoredUpdates> {
  const { dialect } = database;
  const { builder } = dialect;
  const at = dialect.encode('datetime', now.toISOString());
  return database.transaction(async () => {
    const draft = builder
      .selectFrom('content_drafts')
      .select(['sequence', 'tenantId'])
      .where('id', '=', row.id)
      .where('epoch', '=', row.epoch);
    const current = await database.first(draft.compile());
    if (!current) return undefined;
    const stored: UpdateRow[] = [];
    let sequence = Number(current['sequence']);
    for (const { client, writer, start, end, updates } of accepted) {
      const moves = builder
        .updateTable('content_draft_clients')
        .set({ clock: end, updated_at: at })
        .where('draftId', '=', row.id)
        .where('epoch', '=', row.epoch)
        .where('client', '=', client)
        .where('writer', '=', writer)
        .where('clock', '=', start)
        .where('refusals', '<', MOST_REFUSALS);
      if ((await database.run(moves.compile())) === 0) continue;
      for (const update of updates) {
        sequence += 1;
        const values = {
          id: randomUUID(),
          draftId: row.id,
          epoch: row.epoch,
          sequence,
          client,
          writer,
          bytes: update,
          tenantId: current['tenantId'],
          rev: 1,
          created_at: at,
          updated_at: at,
        };
        await database.run({ ...builder.insertInto('content_draft_updates').values(values).compile(), table: 'content_draft_updates' });
        stored.push({ sequence, client, writer, update });
      }
    }
    if (stored.length > 0)
      await database.run(builder.updateTable('content_drafts').set({ sequence, touchedAt: at }).where('id', '=', row.id).compile());
    return stored;
  });
}
