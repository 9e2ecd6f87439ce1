import { type Database, type SaveContext, ValidationError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { type ContentAsset, ContentAssets } from './content-asset.ts';
import { isShownAsPicture } from './picture-types.ts';
import { useAsset } from './replace-assets.ts';
import { showsInText } from './shown-assets.ts';

const relationship = 'thumbnail';

/**
 * Rejects a thumbnail that is neither an asset of the record's tenant nor a global one, or that browsers do not show as a picture.
 *
 * @throws ValidationError naming `thumbnailAssetId`: `not_found`, or `not_a_picture`
 */
export async function requireThumbnail(content: ContentRecord, { changed, database }: SaveContext): Promise<void> {
  const id: unknown = content.thumbnailAssetId;
  // The field itself rejects a value that is not a text.
  if (!changed.includes('thumbnailAssetId') || typeof id !== 'string') return;
  const usable = await readUsable(content, database, [id]);
  const asset = usable.get(id);
  if (asset && isShownAsPicture(asset)) return;
  if (asset) {
    const detail = `is of the type ${asset.mimeType}, which browsers do not show as a picture; use PNG, JPEG, WebP, GIF or AVIF`;
    throw ValidationError.of([{ pointer: '/thumbnailAssetId', code: 'not_a_picture', detail }]);
  }
  const detail = `asset ${id.slice(0, 200)} does not exist here; upload the image first, or use one of your own`;
  throw ValidationError.of([{ pointer: '/thumbnailAssetId', code: 'not_found', detail }]);
}

/** Returns which of these are assets that a record may use: of its tenant, or global. */
export async function usableAssets(
  { tenantId }: Pick<ContentRecord, 'tenantId'>,
  database: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await readUsable({ tenantId }, database, ids)).keys());
}

/** Returns whether a record may have an asset as its thumbnail: one that it may use, and that browsers show as a picture. */
export async function isUsableThumbnail(content: Pick<ContentRecord, 'tenantId'>, database: Database, id: string): Promise<boolean> {
  const asset = (await readUsable(content, database, [id])).get(id);
  return asset !== undefined && isShownAsPicture(asset);
}

interface UsableAsset {
  readonly mimeType: string | null;
  readonly isStored: boolean;
}

async function readUsable(
  { tenantId }: Pick<ContentRecord, 'tenantId'>,
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UsableAsset>> {
  // No asset has such an id, and no database accepts it as text.
  const storable = ids.filter((id) => id.isWellFormed() && !id.includes('\0'));
  if (storable.length === 0) return new Map();
  const query = database.dialect.builder.selectFrom('assets').select(['id', 'tenantId', 'mimeType', 'fileKey']).where('id', 'in', storable);
  const rows = await database.all(query.compile());
  const own = rows.filter((row) => [null, tenantId].includes((row['tenantId'] as string | null | undefined) ?? null));
  return new Map(
    own.map((row) => [
      String(row['id']),
      { mimeType: (row['mimeType'] as string | null | undefined) ?? null, isStored: (row['fileKey'] ?? null) !== null },
    ]),
  );
}

/**
 * Synchronizes the use of a record's thumbnail with `thumbnailAssetId`, so that one table lists all uses of assets.
 */
export async function keepThumbnailUse(content: ContentRecord, { previous, changed, database, call }: SaveContext): Promise<void> {
  if (!changed.includes('thumbnailAssetId')) return;
  const before = (previous?.['thumbnailAssetId'] ?? null) as string | null;
  const uses = new ContentAssets(database, call);
  if (before !== null) await releaseThumbnail(content, await uses.find({ content_id: content.id, asset_id: before, relationship }), uses);
  const asset_id = content.thumbnailAssetId;
  if (asset_id !== null) await useAsset(content, { asset_id, relationship, sort_order: 0 }, call);
}

/** The picture that was the thumbnail is no longer used, unless the text shows it as well: then it is used there. */
async function releaseThumbnail(content: ContentRecord, use: ContentAsset | undefined, uses: ContentAssets): Promise<void> {
  if (!use) return;
  const { content_id, asset_id } = use;
  const isUsedOtherwise = (await uses.find({ content_id, asset_id, relationship: { ne: relationship } })) !== undefined;
  if (isUsedOtherwise || !showsInText(content, asset_id)) return use.delete();
  use.relationship = 'inline';
  await use.save();
}
