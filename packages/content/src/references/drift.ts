import type { Database } from '@colophon/core';
import { preparedQuery } from '../record/prepared-query.ts';

/** The drift of a reference: the cited and the latest version. */
export interface ReferenceDrift {
  readonly targetId: string;
  /** The pin; null if there is none. */
  readonly citedVersion: number | null;
  /** The number of the target's latest version of any kind; null if it has none. */
  readonly currentVersion: number | null;
  /** Both are known and differ. */
  readonly isDrifted: boolean;
}

/** A reference of one of the requested records, with the data for deciding who may see it. */
export interface DriftEdge extends ReferenceDrift {
  readonly sourceId: string;
  readonly title: string;
  readonly url: string | null;
  readonly target: Readonly<Record<string, unknown>>;
}

const DRIFT = preparedQuery((builder, sourceIds) =>
  builder
    .selectFrom('content_references as edge')
    .innerJoin('contents as target', 'target.id', 'edge.target_id')
    .select([
      'edge.source_id as sourceId',
      'edge.target_id as targetId',
      'edge.targetVersion as citedVersion',
      'target.title as title',
      'target.url as url',
      'target.status as status',
      'target.tenantId as tenantId',
      'target.publish_date as publish_date',
    ])
    .select((each) =>
      each
        .selectFrom('content_versions as version')
        .select('version.version')
        .whereRef('version.contentId', '=', 'edge.target_id')
        .orderBy('version.version', 'desc')
        .limit(1)
        .as('currentVersion'),
    )
    .where('edge.source_id', 'in', sourceIds)
    .orderBy('edge.created_at')
    .orderBy('edge.id'),
);

/**
 * Returns the references of many records with their drift, in order of creation: one query for any number of records. The latest version of
 * each target comes from an index.
 */
export async function readDrift(database: Database, sourceIds: readonly string[]): Promise<DriftEdge[]> {
  if (sourceIds.length === 0) return [];
  // Read-only, and used for every record in a response.
  return (await database.all({ ...DRIFT(database.dialect, sourceIds), repeatable: true })).map((row) => {
    const citedVersion = numberOrNull(row['citedVersion']);
    const currentVersion = numberOrNull(row['currentVersion']);
    return {
      sourceId: String(row['sourceId']),
      targetId: String(row['targetId']),
      citedVersion,
      currentVersion,
      isDrifted: citedVersion !== null && currentVersion !== null && citedVersion !== currentVersion,
      title: String(row['title']),
      url: (row['url'] as string | null | undefined) ?? null,
      target: { status: row['status'], tenantId: row['tenantId'] ?? null, publish_date: row['publish_date'] ?? null },
    };
  });
}

/** Returns the public fields of an edge. */
export function driftOf({ targetId, citedVersion, currentVersion, isDrifted }: ReferenceDrift): ReferenceDrift {
  return { targetId, citedVersion, currentVersion, isDrifted };
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
