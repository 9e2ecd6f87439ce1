import { randomUUID } from 'node:crypto';
import { type Call, type Database, type Row, UsageError } from '@colophon/core';
import type { DraftWriters, StateKind } from './content-draft.ts';
import { damagedDraft } from './damaged-draft.ts';

/** The row of a draft without its states, which are long. */
export interface DraftRow {
  readonly id: string;
  readonly contentId: string;
  readonly tenantId: string | null;
  readonly epoch: string;
  readonly sequence: number;
  readonly stateSequence: number;
  readonly savedSequence: number;
  readonly savedRev: number;
  readonly writers: DraftWriters;
  readonly touchedAt: string;
  readonly isPrivate: boolean;
  readonly startedBy: string | null;
}

/** An update of a draft, as it is stored. */
export interface UpdateRow {
  readonly sequence: number;
  readonly client: number;
  readonly writer: string | null;
  readonly update: Uint8Array;
}

const COLUMNS = [
  'id',
  'contentId',
  'tenantId',
  'epoch',
  'sequence',
  'stateSequence',
  'savedSequence',
  'savedRev',
  'writers',
  'touchedAt',
  'isPrivate',
  'startedBy',
] as const;

function decodeDraftRow({ dialect }: Database, row: Row): DraftRow {
  return {
    ...(row as unknown as DraftRow),
    writers: dialect.decode('json', row['writers']) as DraftWriters,
    touchedAt: String(dialect.decode('datetime', row['touchedAt'])),
    isPrivate: dialect.decode('boolean', row['isPrivate']) as boolean,
  };
}

/** Reads the draft of a piece; undefined if it has none. */
export async function readDraftRow(database: Database, contentId: string): Promise<DraftRow | undefined> {
  const query = database.dialect.builder
    .selectFrom('content_drafts')
    .select([...COLUMNS])
    .where('contentId', '=', contentId);
  const row = await database.first(query.compile());
  return row && decodeDraftRow(database, row);
}

/** Reads the drafts of pieces. */
export async function readDraftRows(database: Database, contentIds: readonly string[]): Promise<DraftRow[]> {
  const query = database.dialect.builder
    .selectFrom('content_drafts')
    .select([...COLUMNS])
    .where('contentId', 'in', contentIds);
  return (await database.all(query.compile())).map((row) => decodeDraftRow(database, row));
}

/** Whether somebody wrote in the draft of a piece since it was saved. */
export async function hasUnsavedText(database: Database, contentId: string): Promise<boolean> {
  const row = await readDraftRow(database, contentId);
  return row !== undefined && row.sequence > row.savedSequence;
}

/** Blocks every other save, absorption and compaction of a piece's draft until the ambient transaction ends. After `lockContent`, never before. */
export async function lockDraft(database: Database, contentId: string): Promise<void> {
  await database.lock(`draft ${contentId}`);
}

/**
 * Reads a draft and holds its row until the ambient transaction ends: nothing is accepted from editors meanwhile, so that its number is the
 * last one. Holds the lock of the draft.
 */
export async function holdDraftRow(database: Database, { id }: DraftRow): Promise<DraftRow> {
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('content_drafts')
    .select([...COLUMNS])
    .where('id', '=', id);
  const row = await database.first((dialect.locksRows ? query.forUpdate() : query).compile());
  if (!row) throw new UsageError('A draft is held without its lock.');
  return decodeDraftRow(database, row);
}

/** Reads one of the stored states of a draft; null if the draft is gone. */
export async function readState(database: Database, { id }: DraftRow, kind: StateKind): Promise<Uint8Array | null> {
  const query = database.dialect.builder
    .selectFrom('content_draft_states')
    .select('bytes')
    .where('draftId', '=', id)
    .where('kind', '=', kind);
  return database.dialect.decode('bytes', (await database.first(query.compile()))?.['bytes']) as Uint8Array | null;
}

/** The same in a transaction that holds the lock of the draft. @throws ConflictError `draft_damaged` */
export async function readLockedState(database: Database, row: DraftRow, kind: StateKind): Promise<Uint8Array> {
  const state = await readState(database, row, kind);
  if (!state) throw damagedDraft();
  return state;
}

/** Replaces one of the stored states of a draft. */
export async function writeState(database: Database, { id }: Pick<DraftRow, 'id'>, kind: StateKind, state: Uint8Array): Promise<void> {
  const update = database.dialect.builder
    .updateTable('content_draft_states')
    .set({ bytes: state })
    .where('draftId', '=', id)
    .where('kind', '=', kind);
  await database.run(update.compile());
}

/** Reads the updates of an epoch after a number, up to another, in their order. */
export async function readUpdateRows(
  database: Database,
  { id, epoch }: Pick<DraftRow, 'id' | 'epoch'>,
  after: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<UpdateRow[]> {
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('content_draft_updates')
    .select(['sequence', 'client', 'writer', 'bytes'])
    .where('draftId', '=', id)
    .where('epoch', '=', epoch)
    .where('sequence', '>', after)
    .where('sequence', '<=', Math.min(until, 0x7fff_ffff))
    .orderBy('sequence');
  return (await database.all(query.compile())).map((row) => ({
    sequence: Number(row['sequence']),
    client: Number(row['client']),
    writer: (row['writer'] as string | null) ?? null,
    update: dialect.decode('bytes', row['bytes']) as Uint8Array,
  }));
}

/** The columns that every stored row has, for rows that are written without an instance. */
export function newRow(call: Call, tenantId: string | null): Record<string, unknown> {
  const at = call.now().toISOString();
  return { id: randomUUID(), tenantId, rev: 1, created_at: at, updated_at: at };
}
