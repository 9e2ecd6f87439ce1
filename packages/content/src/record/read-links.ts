import type { Database } from '@colophon/core';
import type { SnapshotAsset, SnapshotFact, SnapshotReference } from './links.ts';
import { preparedQuery } from './prepared-query.ts';

/** Reads what a record cites. */
export async function readReferences(database: Database, id: string): Promise<SnapshotReference[]> {
  const query = database.dialect.builder
    .selectFrom('content_references')
    .select(['target_id', 'targetVersion'])
    .where('source_id', '=', id);
  return (await database.all(query.compile())).map((row) => ({
    targetId: String(row['target_id']),
    targetVersion: row['targetVersion'] === null ? null : Number(row['targetVersion']),
  }));
}

/** Reads the facts that a record is linked to. */
export async function readFacts(database: Database, id: string): Promise<SnapshotFact[]> {
  const query = database.dialect.builder.selectFrom('fact_links').select(['factId', 'relationship']).where('contentId', '=', id);
  return (await database.all(query.compile())).map((row) => ({ factId: String(row['factId']), relationship: String(row['relationship']) }));
}

const ASSETS = preparedQuery((builder, [contentId]) =>
  builder
    .selectFrom('content_assets')
    .select(['asset_id', 'relationship', 'sort_order'])
    .where('content_id', '=', contentId)
    .orderBy('sort_order')
    .orderBy('asset_id'),
);

/** Reads the assets that a record uses, in their order. */
export async function readAssetUses(database: Database, id: string): Promise<SnapshotAsset[]> {
  return (await database.all(ASSETS(database.dialect, [id]))).map((row) => ({
    assetId: String(row['asset_id']),
    relationship: String(row['relationship']),
    sort_order: Number(row['sort_order']),
  }));
}
