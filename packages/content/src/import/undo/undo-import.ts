import { realpath } from 'node:fs/promises';
import {
  type Call,
  ColophonError,
  type Database,
  ForbiddenError,
  hasRole,
  NotFoundError,
  SYSTEM_CALL,
  UnavailableError,
} from '@colophon/core';
import { Contents } from '../../content/contents.ts';
import { forgetItem } from '../../imported-items/imported-item.ts';
import { type ItemProblem, problemOf } from '../site/import-report.ts';
import { keepSource } from '../known-posts.ts';
import { countFilesOf, importedPieces, type ImportedPiece, knownSources } from './imported-pieces.ts';

export interface UndoImportOptions {
  readonly database: Database;
  /** Who takes it back; the application itself unless given. */
  readonly call?: Call;
  /** Whose records they are; null, the default, is the global ones. */
  readonly tenantId?: string | null;
  /** What the site or folder is known as, as the report of its import says; of a folder its path. */
  readonly source: string;
  /** Says what would be done, and leaves everything as it is. Default: false. */
  readonly dryRun?: boolean;
}

/** A piece that came with an import, and what becomes of it. */
export interface UndonePiece {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly slug: string;
  readonly status: string;
  /** `removed`, or `changed`: somebody edited it since, and it stays. */
  readonly outcome: 'removed' | 'changed';
}

/** What taking an import back did. Lists hold the first thousand of each kind; the counts hold all. */
export interface UndoImportReport {
  readonly source: string;
  readonly dryRun: boolean;
  readonly removed: number;
  /** How many were changed here since, and stay. */
  readonly changed: number;
  readonly pieces: readonly UndonePiece[];
  readonly failed: readonly ItemProblem[];
  /** Files that came with the import. They stay: what is in the trash may come back and show them. */
  readonly files: number;
}

const MAXIMUM_LIST = 1000;

/**
 * Takes an import back: what it made, and nobody changed since, goes where a removal puts it. A draft goes to the trash, and what
 * was published gets the status `deleted`. What was changed is left alone and reported. A second time there is nothing to do, and
 * importing the same again brings all of it back.
 *
 * @throws ForbiddenError when the caller is no admin of that tenant
 * @throws NotFoundError when nothing was imported from that source
 * @example
 * const report = await undoImport({ database, source: 'https://blog.example', dryRun: true });
 * // { removed: 1204, changed: 3, pieces: [ … ], files: 310, … }
 */
export async function undoImport({
  database,
  call = SYSTEM_CALL,
  tenantId = call.caller.tenantId,
  source,
  dryRun = false,
}: UndoImportOptions): Promise<UndoImportReport> {
  if (!hasRole(call.caller, 'admin')) throw new ForbiddenError('Undoing an import requires the role admin.');
  if (call.caller.kind !== 'system' && call.caller.tenantId !== tenantId) throw new ForbiddenError('That is another tenant.');
  // A folder is known by its real path.
  const names = [...new Set([source, await realpath(source).catch(() => source)])];
  await requireKnown(database, tenantId, names, source);
  const counts = { removed: 0, changed: 0 };
  const lists: Record<UndonePiece['outcome'], UndonePiece[]> = { removed: [], changed: [] };
  const failed: ItemProblem[] = [];
  for await (const piece of importedPieces(database, { tenantId, names })) {
    call.signal?.throwIfAborted();
    try {
      const outcome = await undoPiece(database, call, piece, dryRun);
      if (outcome === undefined) continue;
      counts[outcome] += 1;
      const { id, type, title, slug, status } = piece;
      if (lists[outcome].length < MAXIMUM_LIST) lists[outcome].push({ id, type, title, slug, status, outcome });
    } catch (error) {
      if (!(error instanceof ColophonError) || error instanceof UnavailableError) throw error;
      if (failed.length < MAXIMUM_LIST) failed.push(problemOf(error, piece));
    }
  }
  const files = await countFilesOf(database, { tenantId, names });
  return { source, dryRun, ...counts, pieces: [...lists.removed, ...lists.changed], failed, files };
}

/** Removes one piece, in a transaction of its own, if nobody changed it since; undefined where somebody was quicker. */
async function undoPiece(
  database: Database,
  call: Call,
  piece: ImportedPiece,
  dryRun: boolean,
): Promise<UndonePiece['outcome'] | undefined> {
  if (dryRun) return piece.rev === piece.importedRev ? 'removed' : 'changed';
  return database.transaction(async () => {
    const record = await new Contents(database, call).getForUpdate(piece.id);
    if (!record || record.status === 'deleted') return undefined;
    if (record.rev !== piece.importedRev) return 'changed';
    const { markdownSource } = record;
    // What a person removes stays away from later imports; this comes back with one.
    record.markdownSource = null;
    await record.delete();
    if (piece.itemRow !== null) await forgetItem(database, piece.itemRow, record.rev);
    else if (markdownSource && record.isStored)
      await keepSource(database, record.id, { ...markdownSource, sha256: FORGOTTEN, rev: record.rev });
    return 'removed';
  });
}

/** In the place of a hash: no file is the same. */
const FORGOTTEN = 'undone';

async function requireKnown(database: Database, tenantId: string | null, names: readonly string[], source: string): Promise<void> {
  const known = await knownSources(database, tenantId);
  if (names.some((name) => known.includes(name))) return;
  const listed = known.slice(0, 20).map((name) => JSON.stringify(name));
  throw new NotFoundError(`Nothing was imported from ${JSON.stringify(source.slice(0, 500))}.`, {
    hint: listed.length === 0 ? 'Nothing was imported at all.' : `What was imported came from ${listed.join(', ')}.`,
  });
}
