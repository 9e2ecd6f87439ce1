import type { Database } from '@colophon/core';
import { MOST_STRUCTS, readValues, sameValues, structCount } from '@colophon/draft';
import { documentsOf } from './record/draft-documents.ts';
import { announceDraft } from './record/announce-draft.ts';
import { compactDraft } from './record/compact-draft.ts';
import { type DraftRow, holdDraftRow, lockDraft, readDraftRow, readLockedState } from './record/draft-rows.ts';
import { drafts } from './record/draft-settings.ts';
import { isDamaged } from './record/damaged-draft.ts';
import { loadStored } from './record/load-stored.ts';
import { beginEpoch } from './record/next-epoch.ts';
import { documentAt } from './record/state-at.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
/** Quiet milliseconds after which a draft is compacted, and after which one that equals its record is deleted. */
const COMPACTED_AFTER = 30 * SECOND;
const DELETED_AFTER = 60 * SECOND;
const RENEWED_AFTER = 5 * SECOND;
const PINNED_FOR = 24 * HOUR;
/** Bytes of a state below which it does not have too many structs. */
const SMALL_STATE = MOST_STRUCTS * 4;
const AT_ONCE = 200;
const MOST_KNOWN = 10_000;

/**
 * Looks after drafts that nobody is writing in: puts updates into states, begins anew what has a long history, and deletes drafts that equal
 * their record and that nobody follows. Every process does so; each draft is locked meanwhile.
 */
export async function tendDrafts(database: Database, now = new Date()): Promise<void> {
  const keepHours = database.ports.use(drafts).keepHours;
  await dropPins(database, now);
  for (let after = ''; ;) {
    const rows = await quietDrafts(database, now, after);
    for (const row of rows)
      await tendDraft(database, row, now, keepHours).catch((error: unknown) => {
        // One that cannot be read holds up no other.
        if (!isDamaged(error)) throw error;
      });
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id ?? '';
  }
}

/** The last number at which a draft was found to differ from its record: it is compared again once somebody wrote. */
const differing = new WeakMap<Database, Map<string, number>>();

async function tendDraft(database: Database, row: QuietDraft, now: Date, keepHours: number): Promise<void> {
  const quiet = now.getTime() - Date.parse(row.touchedAt);
  if (quiet >= COMPACTED_AFTER && row.sequence > row.stateSequence) await compactDraft(database, row.contentId);
  if (quiet >= DELETED_AFTER && (await deleteSaved(database, row, now))) return;
  const isOld = quiet >= keepHours * HOUR && row.hasHistory;
  if (isOld || (row.stateSize > SMALL_STATE && (await isTooLarge(database, row)))) await beginEpoch(database, row.contentId);
}

async function deleteSaved(database: Database, row: QuietDraft, now: Date): Promise<boolean> {
  let known = differing.get(database);
  if (!known || known.size > MOST_KNOWN) differing.set(database, (known = new Map()));
  if (row.sequence > row.savedSequence && known.get(row.id) === row.sequence) return false;
  const isGone = await deleteIfSaved(database, row, now);
  if (isGone) known.delete(row.id);
  else known.set(row.id, row.sequence);
  return isGone;
}

interface QuietDraft {
  readonly id: string;
  readonly contentId: string;
  readonly sequence: number;
  readonly stateSequence: number;
  readonly savedSequence: number;
  readonly touchedAt: string;
  readonly stateSize: number;
  /** Whether somebody wrote in its epoch: one that was begun and not written in since has none. */
  readonly hasHistory: boolean;
}

async function quietDrafts(database: Database, now: Date, after: string): Promise<QuietDraft[]> {
  const { dialect } = database;
  const before = dialect.encode('datetime', new Date(now.getTime() - RENEWED_AFTER).toISOString());
  const query = dialect.builder
    .selectFrom('content_drafts as draft')
    .select(['draft.id as id', 'contentId', 'sequence', 'stateSequence', 'savedSequence', 'touchedAt'])
    .select((each) =>
      each
        .selectFrom('content_draft_states as state')
        .select((inner) => inner.fn.sum(inner.fn<number>('length', ['state.bytes'])).as('bytes'))
        .whereRef('state.draftId', '=', 'draft.id')
        .where('state.kind', '=', 'state')
        .as('stateSize'),
    )
    .select((each) =>
      each
        .exists(
          each
            .selectFrom('content_draft_clients as client')
            .select('client.id')
            .whereRef('client.draftId', '=', 'draft.id')
            .where('client.clock', '>', 0),
        )
        .as('hasHistory'),
    )
    .where('touchedAt', '<=', before)
    .where('draft.id', '>', after)
    .orderBy('draft.id')
    .limit(AT_ONCE);
  return (await database.all(query.compile())).map((row) => ({
    id: String(row['id']),
    contentId: String(row['contentId']),
    sequence: Number(row['sequence']),
    stateSequence: Number(row['stateSequence']),
    savedSequence: Number(row['savedSequence']),
    touchedAt: String(dialect.decode('datetime', row['touchedAt'])),
    stateSize: Number(row['stateSize']),
    hasHistory: Boolean(row['hasHistory']),
  }));
}

/** Deletes a draft that says what its record says; one that was changed back to that is then known as saved. @returns whether it is gone */
async function deleteIfSaved(database: Database, { contentId }: QuietDraft, now: Date): Promise<boolean> {
  return database.transaction(async () => {
    await lockDraft(database, contentId);
    const standing = await readDraftRow(database, contentId);
    if (!standing) return true;
    const row = await holdDraftRow(database, standing);
    if (row.isPrivate || now.getTime() - Date.parse(row.touchedAt) < DELETED_AFTER || !(await equalsRecord(database, row))) return false;
    const { builder } = database.dialect;
    const pins = await database.first(
      builder.selectFrom('content_draft_pins').select('id').where('draftId', '=', row.id).limit(1).compile(),
    );
    if (pins) return false;
    await database.run(builder.deleteFrom('content_drafts').where('id', '=', row.id).compile());
    documentsOf(database).forget(contentId);
    announceDraft(database, contentId);
    return true;
  });
}

/** Its saved state has the values of the record, as far as the record was not changed without it: then it stays. */
async function equalsRecord(database: Database, row: DraftRow): Promise<boolean> {
  const query = database.dialect.builder.selectFrom('contents').select('rev').where('id', '=', row.contentId);
  if (Number((await database.first(query.compile()))?.['rev']) !== row.savedRev) return false;
  if (row.sequence === row.savedSequence) return true;
  const saved = readValues(loadStored(await readLockedState(database, row, 'savedState')));
  return sameValues(saved, readValues(await documentAt(database, row, row)));
}

async function isTooLarge(database: Database, { contentId }: QuietDraft): Promise<boolean> {
  const open = await documentsOf(database).get(contentId);
  return open !== undefined && structCount(open.document) > MOST_STRUCTS;
}

async function dropPins(database: Database, now: Date): Promise<void> {
  const { dialect } = database;
  const before = dialect.encode('datetime', new Date(now.getTime() - PINNED_FOR).toISOString());
  await database.run(dialect.builder.deleteFrom('content_draft_pins').where('created_at', '<', before).compile());
}
