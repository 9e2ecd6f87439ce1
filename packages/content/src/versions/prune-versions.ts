import { type Call, type Database, SYSTEM_CALL, UsageError, writeAudit } from '@colophon/core';
import { ContentVersion } from './content-version.ts';

/** The kinds that can be deleted: intermediate versions. */
const PRUNED_KINDS = ['manual', 'draft', 'auto-generated'];

/**
 * Deletes the intermediate versions of every record beyond the newest `keep`. Publications, corrections, the latest version of any kind,
 * and cited versions are kept. Numbers are never reused.
 *
 * @returns how many were deleted
 * @throws UsageError if `keep` is not a whole number of at least 0
 * @example
 * await pruneVersions(database, { keep: 50 }); // 12
 */
export async function pruneVersions(database: Database, { keep }: { keep: number }, call: Call = SYSTEM_CALL): Promise<number> {
  if (!Number.isInteger(keep) || keep < 0) throw new UsageError('keep must be a whole number of at least 0.');
  let pruned = 0;
  // In batches, so that pruning many versions does not block others for long.
  for (;;) {
    const part = await prunePart(database, keep, call);
    pruned += part;
    if (part < PART) return pruned;
  }
}

const PART = 500;

/** If several processes prune concurrently, each version is deleted and audited by one of them. */
function prunePart(database: Database, keep: number, call: Call): Promise<number> {
  return database.transaction(async () => {
    await database.lock('prune-versions');
    const leaving = await leavingVersions(database, keep);
    if (leaving.length === 0) return 0;
    const ids = leaving.map(({ id }) => id);
    await database.run(database.dialect.builder.deleteFrom('content_versions').where('id', 'in', ids).compile());
    for (const { id, contentId, version, tenantId } of leaving) {
      const before = { contentId, version };
      await writeAudit(database, call, {
        action: 'prune',
        definition: ContentVersion.definition,
        key: id,
        before,
        after: undefined,
        tenantId,
      });
    }
    return leaving.length;
  });
}

interface Leaving {
  readonly id: string;
  readonly contentId: string;
  readonly version: number;
  readonly tenantId: string | null;
}

async function leavingVersions(database: Database, keep: number): Promise<Leaving[]> {
  const ranked = database.dialect.builder
    .selectFrom('content_versions')
    .select(['id', 'contentId', 'version', 'tenantId'])
    .select((each) =>
      each.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('contentId').orderBy('version', 'desc'))
        .as('place'),
    )
    .where('kind', 'in', PRUNED_KINDS);
  const query = database.dialect.builder
    .selectFrom(ranked.as('ranked'))
    .select(['ranked.id', 'ranked.contentId', 'ranked.version', 'ranked.tenantId'])
    .where('ranked.place', '>', keep)
    .where((each) =>
      each.exists(
        each
          .selectFrom('content_versions as later')
          .select('later.id')
          .whereRef('later.contentId', '=', 'ranked.contentId')
          .whereRef('later.version', '>', 'ranked.version'),
      ),
    )
    .where((each) =>
      each.not(
        each.exists(
          each
            .selectFrom('content_references as edge')
            .select('edge.id')
            .whereRef('edge.target_id', '=', 'ranked.contentId')
            .whereRef('edge.targetVersion', '=', 'ranked.version'),
        ),
      ),
    )
    .limit(PART);
  return (await database.all(query.compile())) as unknown as Leaving[];
}
