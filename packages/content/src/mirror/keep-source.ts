import type { Call, Database } from '@colophon/core';
import { Assets } from '../assets/asset.ts';
import { assetFilesOf, keepsFiles } from '../assets/asset-files.ts';
import { ContentAssets } from '../assets/content-asset.ts';
import { describeFile, holdStoredFile, storeFile } from '../assets/store-file.ts';
import { receiveContent } from '../assets/upload-input.ts';
import { isAllowedType } from '@colophon/core/files';
import type { ContentRecord } from '../record/content-record.ts';
import type { TakenPage } from './fetch-page.ts';

/** Creates an asset from the bytes of a page, which a record uses as its source. */
export type KeepSource = (content: ContentRecord) => Promise<string | null>;

/**
 * Stores the bytes of a page and runs `save` in one transaction with the asset that refers to them. Without file storage, or if the type is
 * not accepted, there is no asset.
 */
export async function withSource(
  database: Database,
  { taken, name, tenantId }: { taken: TakenPage; name: string; tenantId: string | null },
  call: Call,
  save: (keepSource: KeepSource) => Promise<unknown>,
): Promise<void> {
  if (!keepsFiles(database)) {
    await database.transaction(() => save(async () => null));
    return;
  }
  const file = await receiveContent(database, taken.bytes);
  try {
    const described = await describeFile(file, name);
    if (!isAllowedType(described.mimeType, assetFilesOf(database).types)) {
      await database.transaction(() => save(async () => null));
      return;
    }
    const stored = await storeFile(database, file, described);
    await holdStoredFile(database, stored, tenantId, (fileKey) =>
      save(async (content) => {
        const { name: filename, mimeType, size, sha256 } = described;
        const metadata = { mirror: { finalUrl: taken.url } };
        const asset = await new Assets(database, call).add({ name: filename, mimeType, size, sha256, fileKey, tenantId, metadata });
        await new ContentAssets(database, call).add({ content_id: content.id, asset_id: asset.id, relationship: 'source', tenantId });
        return asset.id;
      }),
    );
  } finally {
    await file.discard();
  }
}
