import { type Call, ConflictError, type Database } from '@colophon/core';
import { clockOf, type DraftDocument, newClient } from '@colophon/draft';
import { type DraftRow, newRow } from './record/draft-rows.ts';

/** Editors that are in a draft at once, and those of one person. */
const MOST_CLIENTS = 50;
const MOST_OF_ONE = 10;
/** Refused updates after which a client is closed. */
export const MOST_REFUSALS = 10;
/** After so many milliseconds without a sign of life an editor is not counted any more. */
const PRESENT_MS = 120_000;

/** An editor as it is stored. */
export interface ClientRow {
  readonly writer: string | null;
  readonly clock: number;
  readonly refusals: number;
  /** When it last wrote or showed itself. */
  readonly seenAt: string;
}

/** Reads by whom a number of a draft's client is used. */
export async function readClient(database: Database, { id, epoch }: DraftRow, client: number): Promise<ClientRow | undefined> {
  const query = database.dialect.builder
    .selectFrom('content_draft_clients')
    .select(['writer', 'clock', 'refusals', 'updated_at'])
    .where('draftId', '=', id)
    .where('epoch', '=', epoch)
    .where('client', '=', client);
  const row = await database.first(query.compile());
  return (
    row && {
      writer: (row['writer'] as string | null) ?? null,
      clock: Number(row['clock']),
      refusals: Number(row['refusals']),
      seenAt: String(database.dialect.decode('datetime', row['updated_at'])),
    }
  );
}

/**
 * Returns the number under which a writer's editor writes: the one that it had, or a new one, which nobody ever used in this draft.
 *
 * @throws ConflictError `draft_full`
 */
export async function enterDraft(
  database: Database,
  row: DraftRow,
  document: DraftDocument,
  { writer, client }: { readonly writer: string; readonly client: number | undefined },
  call: Call,
): Promise<number> {
  const own = client === undefined ? undefined : await readClient(database, row, client);
  if (client !== undefined && own?.writer === writer && own.refusals < MOST_REFUSALS) {
    await noteClient(database, row, client, call.now());
    return client;
  }
  await requireRoom(database, row, writer, call);
  // As a column of integers holds it, and never one that was used before.
  const made = newClient((each) => each > 0x7fff_ffff || clockOf(document, each) > 0);
  const values = { ...newRow(call, row.tenantId), draftId: row.id, epoch: row.epoch, client: made, writer, clock: 0, refusals: 0 };
  const insert = database.dialect.builder
    .insertInto('content_draft_clients')
    .values(values)
    .onConflict((conflict) => conflict.doNothing());
  const inserted = await database.run({ ...insert.compile(), table: 'content_draft_clients' });
  return inserted === 0 ? enterDraft(database, row, document, { writer, client: undefined }, call) : made;
}

/** Notes that an editor is there. */
export async function noteClient(database: Database, { id, epoch }: DraftRow, client: number, now: Date): Promise<void> {
  const { dialect } = database;
  const update = dialect.builder
    .updateTable('content_draft_clients')
    .set({ updated_at: dialect.encode('datetime', now.toISOString()) })
    .where('draftId', '=', id)
    .where('epoch', '=', epoch)
    .where('client', '=', client);
  await database.run(update.compile());
}

/** Counts a refused update. @returns how many there were */
export async function countRefusal(database: Database, row: DraftRow, client: number): Promise<number> {
  const update = database.dialect.builder
    .updateTable('content_draft_clients')
    .set((each) => ({ refusals: each('refusals', '+', 1) }))
    .where('draftId', '=', row.id)
    .where('epoch', '=', row.epoch)
    .where('client', '=', client);
  await database.run(update.compile());
  return (await readClient(database, row, client))?.refusals ?? 0;
}

async function requireRoom(database: Database, { id, epoch }: DraftRow, writer: string, call: Call): Promise<void> {
  const { dialect } = database;
  const since = dialect.encode('datetime', new Date(call.now().getTime() - PRESENT_MS).toISOString());
  const query = dialect.builder
    .selectFrom('content_draft_clients')
    .select('writer')
    .where('draftId', '=', id)
    .where('epoch', '=', epoch)
    .where('updated_at', '>=', since);
  const present = await database.all(query.compile());
  const own = present.filter((each) => each['writer'] === writer);
  if (present.length < MOST_CLIENTS && own.length < MOST_OF_ONE) return;
  throw new ConflictError('Too many editors are open on this draft; it can be read, and written in once one of them is closed.', {
    code: 'draft_full',
  });
}
