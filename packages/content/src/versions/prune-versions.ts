import { type Call, type Database, SYSTEM_CALL, UsageError, writeAudit } from '@colophon/core';
import { ContentVersion } from './content-version.ts';
import { readFrozenCitations } from './frozen-citations.ts';

/** The kinds that can be deleted: intermediate versions. */
const PRUNED_KINDS = ['manual', 'draft', 'auto-generated'];

/** Columns that refer to a version by its record and its number; such a version is kept. */
const REFERRING = [
  { table: 'content_references', target: 'target_id', version: 'targetVersion' },
  // The changes of the source since it was translated are shown from here.
  { table: 'content_translations', target: 'sourceId', version: 'sourceVersion' },
] as const;

/**
 * Deletes the intermediate versions of every record beyond the newest `keep`. Publications, corrections, the latest version of any kind,
 * and versions that are cited, that a publication or correction cited, or that a translation was made from, are kept. Numbers are never reused.
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
  for (let after = ''; ;) {
    const part = await prunePart(database, { keep, after }, call);
    pruned += part.pruned;
    if (part.last === undefined) return pruned;
    after = part.last;
  }
}

const PART = 500;

/**
 * If several processes prune concurrently, each version is deleted and audited by one of them.
 *
 * @returns how many were deleted, and the key of the last one that was considered, unless it was the last part
 */
async function prunePart(
  database: Database,
  { keep, after }: { keep: number; after: string },
  call: Call,
): Promise<{ pruned: number; last: string | undefined }> {
  // Most of the time there is nothing to prune, and citations need not be read.
  if ((await surplusVersions(database, keep, after)).length === 0) return { pruned: 0, last: undefined };
  const frozen = await readFrozenCitations(database);
  return database.transaction(async () => {
    await database.lock('prune-versions');
    const surplus = await surplusVersions(database, keep, after);
    const leaving = surplus.filter(({ contentId, version }) => !frozen.has(contentId, version));
    await deleteVersions(database, leaving, call);
    return { pruned: leaving.length, last: surplus.length < PART ? undefined : surplus.at(-1)?.id };
  });
}

async function deleteVersions(database: Database, leaving: readonly SurplusVersion[], call: Call): Promise<void> {
  if (leaving.length === 0) return;
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
}

interface SurplusVersion {
  readonly id: string;
  readonly contentId: string;
  readonly version: number;
  readonly tenantId: string | null;
}

/** Returns intermediate versions beyond the newest `keep` to which no column refers, by key. */
async function surplusVersions(database: Database, keep: number, after: string): Promise<SurplusVersion[]> {
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
    .where('ranked.id', '>', after)
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
      each.and(
        REFERRING.map(({ table, target, version }) =>
          each.not(
            each.exists(
              each
                .selectFrom(`${table} as referring`)
                .select('referring.id')
                .whereRef(`referring.${target}`, '=', 'ranked.contentId')
                .whereRef(`referring.${version}`, '=', 'ranked.version'),
            ),
          ),
        ),
      ),
    )
    .orderBy('ranked.id')
    .limit(PART);
  return (await database.all(query.compile())) as unknown as SurplusVersion[];
}
