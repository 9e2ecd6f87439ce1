import type { Database, Row } from '@colophon/core';
import type { PictureCrop, PictureFocal, SnapshotAsset, SnapshotFact, SnapshotReference } from './links.ts';
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
    .select(['asset_id', 'relationship', 'sort_order', 'caption', 'crop', 'focal'])
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
    ...toldOf(row, database),
  }));
}

/** Snapshots without a word about pictures are as they were before there were such words. */
function toldOf(row: Row, { dialect }: Database): Pick<SnapshotAsset, 'caption' | 'crop' | 'focal'> {
  const [caption, crop, focal] = [row['caption'] ?? null, row['crop'] ?? null, row['focal'] ?? null];
  if (caption === null && crop === null && focal === null) return {};
  return {
    caption: caption as string | null,
    crop: crop === null ? null : (dialect.decode('json', crop) as PictureCrop),
    focal: focal === null ? null : (dialect.decode('json', focal) as PictureFocal),
  };
}
