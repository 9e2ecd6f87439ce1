import type { Call, Database } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import type { SnapshotAsset } from '../record/links.ts';
import { assetFileUrl } from './asset-files.ts';
import { type ContentAsset, ContentAssets, removeUse } from './content-asset.ts';
import { lockContent } from '../record/lock-content.ts';

/** An asset as used by a content record. */
export interface UsedAsset {
  readonly contentId: string;
  readonly id: string;
  readonly name: string;
  readonly altText: string | null;
  readonly mimeType: string | null;
  /** The URL of its bytes: of the stored file, else of the external one. */
  readonly url: string | null;
  readonly relationship: string;
  readonly sort_order: number;
}

/** Returns the assets of many records, in order: one query. */
export async function readAssets(database: Database, contentIds: readonly string[], relationship?: string): Promise<UsedAsset[]> {
  if (contentIds.length === 0) return [];
  let query = database.dialect.builder
    .selectFrom('content_assets as use')
    .innerJoin('assets as asset', 'asset.id', 'use.asset_id')
    .select(['use.content_id as contentId', 'use.relationship as relationship', 'use.sort_order as sort_order'])
    .select([
      'asset.id as id',
      'asset.name as name',
      'asset.altText as altText',
      'asset.mimeType as mimeType',
      'asset.url as url',
      'asset.fileKey as fileKey',
    ])
    .where('use.content_id', 'in', contentIds)
    .orderBy('use.sort_order')
    .orderBy('use.id');
  if (relationship !== undefined) query = query.where('use.relationship', '=', relationship);
  return (await database.all(query.compile())).map((row) => ({
    contentId: String(row['contentId']),
    id: String(row['id']),
    name: String(row['name']),
    altText: (row['altText'] as string | null | undefined) ?? null,
    mimeType: (row['mimeType'] as string | null | undefined) ?? null,
    url:
      (row['fileKey'] ?? null) === null
        ? ((row['url'] as string | null | undefined) ?? null)
        : assetFileUrl(database.ports, String(row['id'])),
    relationship: String(row['relationship']),
    sort_order: Number(row['sort_order']),
  }));
}

/**
 * Sets the assets of a record that is about to be saved to exactly those of a version; assets that no longer exist are omitted.
 *
 * @throws ConflictError `in_use` if the record is published and shows one that the version did not use
 */
export async function replaceAssets(content: ContentRecord, wanted: readonly SnapshotAsset[], call: Call): Promise<void> {
  const { database } = content;
  const keys = new Map(wanted.map((each) => [`${each.assetId} ${each.relationship}`, each]));
  for (const each of await new ContentAssets(database, call).list({ where: { content_id: content.id }, limit: 1000 })) {
    if (!keys.has(`${each.asset_id} ${each.relationship}`)) await removeUse(each, content);
  }
  if (keys.size === 0) return;
  const ids = [...keys.values()].map((each) => each.assetId);
  const rows = await database.all(database.dialect.builder.selectFrom('assets').select('id').where('id', 'in', ids).compile());
  const known = new Set(rows.map((row) => String(row['id'])));
  for (const each of keys.values()) {
    if (known.has(each.assetId)) await useAsset(content, { ...each, asset_id: each.assetId }, call);
  }
}

/** Adds an asset to a record; if it is already used in this role, it gets the new position. */
export async function useAsset(
  content: ContentRecord,
  { asset_id, relationship, sort_order }: { asset_id: string; relationship: string; sort_order: number },
  call: Call,
): Promise<ContentAsset> {
  const { database } = content;
  const uses = new ContentAssets(database, call);
  return database.transaction(async () => {
    await lockContent(database, content.id);
    const standing = await uses.find({ content_id: content.id, asset_id, relationship });
    if (!standing) return uses.add({ content_id: content.id, asset_id, relationship, sort_order, tenantId: content.tenantId });
    standing.sort_order = sort_order;
    return standing.save();
  });
}
