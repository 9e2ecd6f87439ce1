import { isDeepStrictEqual } from 'node:util';
import { ColophonError, type JsonObject, UnavailableError } from '@colophon/core';
import { keepItem, type KnownItem } from '../../imported-items/imported-item.ts';
import { formerPath, formerPathKey } from '../../record/former-path.ts';
import type { SiteRun } from './site-run.ts';
import type { SourcePiece } from './source-piece.ts';

const MAXIMUM_PATHS = 100;

/**
 * Adds the former paths of a piece to its metadata, so that requests for its former URLs can be redirected: `path` is that of its last
 * URL, `paths` are those of earlier ones. Metadata is indexed.
 */
export function withFormerPaths(
  metadata: JsonObject,
  { url, formerAddresses = [] }: Pick<SourcePiece, 'url' | 'formerAddresses'>,
): JsonObject {
  const path = url === null ? null : formerPath(url);
  const paths = formerAddresses
    .flatMap((address) => formerPath(address) ?? [])
    .filter((each) => each !== path)
    .slice(0, MAXIMUM_PATHS);
  if (path === null && paths.length === 0) return metadata;
  const added = {
    ...(path === null ? {} : { path }),
    ...(paths.length === 0 ? {} : { paths: Object.fromEntries(paths.map((each) => [formerPathKey(each), each])) }),
  };
  return { ...metadata, import: { ...(metadata['import'] as JsonObject | undefined), ...added } };
}

/**
 * Adds former paths to the records of unchanged pieces, if an earlier import did not store them. Other edits are kept.
 *
 * @returns the pieces whose records were changed
 */
export async function addFormerPaths(
  run: SiteRun,
  pieces: readonly SourcePiece[],
  known: ReadonlyMap<string, KnownItem>,
): Promise<Set<SourcePiece>> {
  const { database } = run.contents;
  const recordOf = (piece: SourcePiece): string | null => known.get(piece.id)?.recordId ?? null;
  const ids = pieces.flatMap((piece) => recordOf(piece) ?? []);
  const changed = new Set<SourcePiece>();
  if (ids.length === 0) return changed;
  const query = database.dialect.builder
    .selectFrom('contents')
    .select(['id', 'metadata'])
    .where('id', 'in', ids)
    .where('status', '!=', 'deleted');
  const metadataOf = new Map(
    (await database.all(query.compile())).map((row) => [String(row['id']), database.dialect.decode('json', row['metadata']) as JsonObject]),
  );
  for (const piece of pieces) {
    const metadata = metadataOf.get(recordOf(piece) ?? '');
    if (!metadata || !lacksPaths(metadata, piece)) continue;
    if (run.dryRun || (await addTo(run, piece, known.get(piece.id)))) changed.add(piece);
  }
  return changed;
}

function lacksPaths(metadata: JsonObject, piece: SourcePiece): boolean {
  // If a person removed the import data, it is not restored.
  return metadata['import'] !== undefined && !isDeepStrictEqual(withFormerPaths(metadata, piece), metadata);
}

async function addTo({ contents, source, report }: SiteRun, piece: SourcePiece, known: KnownItem | undefined): Promise<boolean> {
  const { database } = contents;
  try {
    return await database.transaction(async () => {
      const record = known?.recordId == null ? undefined : await contents.getForUpdate(known.recordId);
      if (!record || !known || !lacksPaths(record.metadata, piece)) return false;
      const wasEdited = record.rev !== known.recordRev;
      record.metadata = withFormerPaths(record.metadata, piece);
      await record.save();
      const recordRev = wasEdited ? known.recordRev : record.rev;
      await keepItem(database, source, 'content', { ...known, recordId: record.id, recordRev }, known);
      return true;
    });
  } catch (error) {
    if (!(error instanceof ColophonError) || error instanceof UnavailableError) throw error;
    report.note('pieces whose former addresses are not redirected, because the piece could not be saved');
    return false;
  }
}
