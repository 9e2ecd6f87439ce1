import type { Call } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { type GivenAsset, withGivenAsset } from './given-asset.ts';
import { useAsset } from './replace-assets.ts';

/** Sets the thumbnail of a record and saves it; if that fails, an image that was created for it is deleted. */
export async function setThumbnail<R extends ContentRecord>(content: R, image: GivenAsset, call: Call): Promise<R> {
  const before = content.thumbnailAssetId;
  return withGivenAsset(content, image, call, async (asset_id) => {
    try {
      await content.database.transaction(async () => {
        await useAsset(content, { asset_id, relationship: 'thumbnail', sort_order: 0 }, call);
        content.thumbnailAssetId = asset_id;
        await content.save();
      });
    } catch (error) {
      content.thumbnailAssetId = before;
      throw error;
    }
    return content;
  });
}
