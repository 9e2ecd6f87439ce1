import { type Database, type SaveContext, ValidationError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { ContentAssets } from './content-asset.ts';
import { useAsset } from './replace-assets.ts';

const relationship = 'thumbnail';

/**
 * Refuses a thumbnail that is no asset of the record's tenant, and no global one.
 *
 * @throws ValidationError naming `thumbnailAssetId`
 */
export async function requireThumbnail(content: ContentRecord, { changed, database }: SaveContext): Promise<void> {
  const id: unknown = content.thumbnailAssetId;
  // What is no text is refused by the field itself.
  if (!changed.includes('thumbnailAssetId') || typeof id !== 'string') return;
  if ((await usableAssets(content, database, [id])).has(id)) return;
  const detail = `there is no asset ${id.slice(0, 200)} here; upload the picture first, or name one of your own`;
  throw ValidationError.of([{ pointer: '/thumbnailAssetId', code: 'not_found', detail }]);
}

/** Which of these are assets that a record may use: of its tenant, or global. */
export async function usableAssets(
  { tenantId }: Pick<ContentRecord, 'tenantId'>,
  database: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  // No asset has such an id, and no database takes it as text.
  const storable = ids.filter((id) => id.isWellFormed() && !id.includes('\0'));
  if (storable.length === 0) return new Set();
  const query = database.dialect.builder.selectFrom('assets').select(['id', 'tenantId']).where('id', 'in', storable);
  const rows = await database.all(query.compile());
  return new Set(
    rows.filter((row) => [null, tenantId].includes((row['tenantId'] as string | null | undefined) ?? null)).map((row) => String(row['id'])),
  );
}

/**
 * Keeps the use of a record's thumbnail in step with `thumbnailAssetId`, whichever way that was set, so that one table says
 * what uses an asset.
 */
export async function keepThumbnailUse(content: ContentRecord, { previous, changed, database, call }: SaveContext): Promise<void> {
  if (!changed.includes('thumbnailAssetId')) return;
  const before = (previous?.['thumbnailAssetId'] ?? null) as string | null;
  const uses = new ContentAssets(database, call);
  if (before !== null) await (await uses.find({ content_id: content.id, asset_id: before, relationship }))?.delete();
  const asset_id = content.thumbnailAssetId;
  if (asset_id !== null) await useAsset(content, { asset_id, relationship, sort_order: 0 }, call);
}
