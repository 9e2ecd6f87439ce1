import type { Database } from '@colophon/core';
import { preparedQuery } from '../../record/prepared-query.ts';
import type { Edition } from './current-editions.ts';

/** A reference that readers see: as printed in the edition, with the version that the cited piece has now. */
export interface ShownReference {
  readonly targetId: string;
  readonly citedVersion: number | null;
  readonly currentVersion: number | null;
  readonly isDrifted: boolean;
  readonly title: string;
  readonly url: string | null;
}

const LATEST = preparedQuery((builder, ids) =>
  builder
    .selectFrom('content_versions')
    .select((each) => ['contentId', each.fn.max('version').as('version')])
    .where('contentId', 'in', ids)
    .groupBy('contentId'),
);

/** Returns the references of editions, by the id of the citing piece: one query for any number of editions. */
export async function shownReferences(
  database: Database,
  editions: Iterable<Edition>,
): Promise<ReadonlyMap<string, readonly ShownReference[]>> {
  const citing = [...editions].filter(({ shown }) => shown.references.length > 0);
  const targets = [...new Set(citing.flatMap(({ shown }) => shown.references.map(({ targetId }) => targetId)))];
  if (targets.length === 0) return new Map();
  const rows = await database.all({ ...LATEST(database.dialect, targets), repeatable: true });
  const latest = new Map(rows.map((row) => [String(row['contentId']), Number(row['version'])]));
  return new Map(
    citing.map(({ contentId, shown }) => [
      contentId,
      shown.references.map(({ targetId, version: citedVersion, title, url }) => {
        const currentVersion = latest.get(targetId) ?? null;
        const isDrifted = citedVersion !== null && currentVersion !== null && citedVersion !== currentVersion;
        return { targetId, citedVersion, currentVersion, isDrifted, title, url };
      }),
    ]),
  );
}
