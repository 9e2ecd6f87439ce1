import type { Call, Database } from '@colophon/core';
import type { DraftRow } from './draft-rows.ts';
import { newRow } from './draft-rows.ts';
import { writerOf } from './writer.ts';

/** A change that the server makes itself, in a transaction that holds the lock of the draft. */
export interface ServerChange {
  readonly client: number;
  readonly update: Uint8Array;
}

/** Appends a change to a draft. @returns its number */
export async function appendChange(database: Database, row: DraftRow, { client, update }: ServerChange, call: Call): Promise<number> {
  const { dialect } = database;
  const at = dialect.encode('datetime', call.now().toISOString());
  const { builder } = dialect;
  // The lock of the row puts it in order with what editors write.
  const raise = builder
    .updateTable('content_drafts')
    .set((each) => ({ sequence: each('sequence', '+', 1), touchedAt: at, updated_at: at }))
    .where('id', '=', row.id);
  await database.run(raise.compile());
  const now = await database.first(builder.selectFrom('content_drafts').select('sequence').where('id', '=', row.id).compile());
  const sequence = Number(now?.['sequence']);
  const values = {
    ...newRow(call, row.tenantId),
    draftId: row.id,
    epoch: row.epoch,
    sequence,
    client,
    writer: writerOf(call.caller),
    bytes: update,
  };
  await database.run({ ...builder.insertInto('content_draft_updates').values(values).compile(), table: 'content_draft_updates' });
  return sequence;
}
