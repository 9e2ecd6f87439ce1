import type { SaveContext } from '@colophon/core';
import type { ContentRecord } from '../governance/content-record.ts';
import { ContentAssets } from './content-asset.ts';
import { useAsset } from './replace-assets.ts';

const relationship = 'thumbnail';

/**
 * Keeps the use of a record's thumbnail in step with `thumbnailAssetId`, whichever way that was set, so that one table says
 * what uses an asset. An id that is no asset of the record's tenant, and no global one, is left to be what it is.
 */
export async function keepThumbnailUse(content: ContentRecord, { previous, changed, database, call }: SaveContext): Promise<void> {
  if (!changed.includes('thumbnailAssetId')) return;
  const before = (previous?.['thumbnailAssetId'] ?? null) as string | null;
  const uses = new ContentAssets(database, call);
  if (before !== null) await (await uses.find({ content_id: content.id, asset_id: before, relationship }))?.delete();
  const asset_id = content.thumbnailAssetId;
  if (asset_id === null) return;
  const { builder } = database.dialect;
  const asset = await database.first(builder.selectFrom('assets').select('tenantId').where('id', '=', asset_id).compile());
  const tenantId = asset?.['tenantId'] ?? null;
  if (asset && (tenantId === null || tenantId === content.tenantId))
    await useAsset(content, { asset_id, relationship, sort_order: 0 }, call);
}
