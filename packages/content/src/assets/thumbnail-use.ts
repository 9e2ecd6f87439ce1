import { type Database, type SaveContext, ValidationError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { ContentAssets } from './content-asset.ts';
import { useAsset } from './replace-assets.ts';

const relationship = 'thumbnail';

/**
 * Rejects a thumbnail that is neither an asset of the record's tenant nor a global one.
 *
 * @throws ValidationError naming `thumbnailAssetId`
 */
export async function requireThumbnail(content: ContentRecord, { changed, database }: SaveContext): Promise<void> {
  const id: unknown = content.thumbnailAssetId;
  // The field itself rejects a value that is not a text.
  if (!changed.includes('thumbnailAssetId') || typeof id !== 'string') return;
  if ((await usableAssets(content, database, [id])).has(id)) return;
  const detail = `asset ${id.slice(0, 200)} does not exist here; upload the image first, or use one of your own`;
  throw ValidationError.of([{ pointer: '/thumbnailAssetId', code: 'not_found', detail }]);
}

/** Returns which of these are assets that a record may use: of its tenant, or global. */
export async function usableAssets(
  { tenantId }: Pick<ContentRecord, 'tenantId'>,
  database: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  // No asset has such an id, and no database accepts it as text.
  const storable = ids.filter((id) => id.isWellFormed() && !id.includes('\0'));
  if (storable.length === 0) return new Set();
  const query = database.dialect.builder.selectFrom('assets').select(['id', 'tenantId']).where('id', 'in', storable);
  const rows = await database.all(query.compile());
  return new Set(
    rows.filter((row) => [null, tenantId].includes((row['tenantId'] as string | null | undefined) ?? null)).map((row) => String(row['id'])),
  );
}

/**
 * Synchronizes the use of a record's thumbnail with `thumbnailAssetId`, so that one table lists all uses of assets.
 */
export async function keepThumbnailUse(content: ContentRecord, { previous, changed, database, call }: SaveContext): Promise<void> {
  if (!changed.includes('thumbnailAssetId')) return;
  const before = (previous?.['thumbnailAssetId'] ?? null) as string | null;
  const uses = new ContentAssets(database, call);
  if (before !== null) await (await uses.find({ content_id: content.id, asset_id: before, relationship }))?.delete();
  const asset_id = content.thumbnailAssetId;
  if (asset_id !== null) await useAsset(content, { asset_id, relationship, sort_order: 0 }, call);
}
