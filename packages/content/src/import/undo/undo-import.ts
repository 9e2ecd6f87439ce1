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
import { FORGOTTEN, forgetItem } from '../../imported-items/imported-item.ts';
import { type ItemProblem, problemOf } from '../site/import-report.ts';
import { keepSource } from '../known-posts.ts';
import { countFilesOf, importedPieces, type ImportedPiece, knownSources } from './imported-pieces.ts';

export interface UndoImportOptions {
  readonly database: Database;
  /** The caller; by default the application itself. */
  readonly call?: Call;
  /** The tenant of the records; null, the default, for global ones. */
  readonly tenantId?: string | null;
  /** The name of the site or folder, as in the report of its import; for a folder its path. */
  readonly source: string;
  /** Reports what would be done, without changing anything. Default: false. */
  readonly dryRun?: boolean;
}

/** An imported piece, and its outcome. */
export interface UndonePiece {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly slug: string;
  readonly status: string;
  /** `removed`, or `changed`: it was edited since, and is kept. */
  readonly outcome: 'removed' | 'changed';
}

/** The result of undoing an import. Lists contain the first thousand of each kind; the counts include all. */
export interface UndoImportReport {
  readonly source: string;
  readonly dryRun: boolean;
  readonly removed: number;
  /** The number of pieces that were changed here since, and are kept. */
  readonly changed: number;
  readonly pieces: readonly UndonePiece[];
  readonly failed: readonly ItemProblem[];
  /** Files from the import. They are kept, because restored pieces may show them. */
  readonly files: number;
}

const MAXIMUM_LIST = 1000;

/**
 * Undoes an import: deletes the pieces that it created, unless they were changed since. A draft goes to the trash, and a
 * published piece gets the status `deleted`. Changed pieces are kept and reported. Repeating it has no further effect, and
 * importing the same source again restores everything.
 *
 * @throws ForbiddenError if the caller is not an admin of that tenant
 * @throws NotFoundError if nothing was imported from that source
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
  // A folder is identified by its real path.
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

/** Removes one piece, in its own transaction, if it was not changed since; undefined if it was changed concurrently. */
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
    // A piece removed by a person is not imported again; this one is.
    record.markdownSource = null;
    await record.delete();
    if (piece.itemRow !== null) await forgetItem(database, piece.itemRow, record.rev);
    else if (markdownSource && record.isStored)
      await keepSource(database, record.id, { ...markdownSource, sha256: FORGOTTEN, rev: record.rev });
    return 'removed';
  });
}

async function requireKnown(database: Database, tenantId: string | null, names: readonly string[], source: string): Promise<void> {
  const known = await knownSources(database, tenantId);
  if (names.some((name) => known.includes(name))) return;
  const listed = known.slice(0, 20).map((name) => JSON.stringify(name));
  throw new NotFoundError(`Nothing was imported from ${JSON.stringify(source.slice(0, 500))}.`, {
    hint: listed.length === 0 ? 'Nothing was imported at all.' : `Known sources: ${listed.join(', ')}.`,
  });
}
