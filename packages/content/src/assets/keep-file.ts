import { type ReceivedFile, requireAllowedType } from '@colophon/core/files';
import type { Asset, Assets } from './asset.ts';
import { assetFilesOf } from './asset-files.ts';
import { measurePicture } from './measure-pictures.ts';
import { provenanceOf } from './read-provenance.ts';
import { describeFile, holdStoredFile, storeFile } from './store-file.ts';
import type { AboutUpload } from './upload-input.ts';

/**
 * Stores a received file and creates an asset. If the tenant already has equal bytes, they are reused; the asset is always new.
 *
 * @param tenantId of the asset, if the application itself creates it; otherwise it is the caller's
 * @throws FileTypeError if its type is not accepted @throws StorageFullError, UnavailableError if nothing was stored
 */
export async function keepFile(assets: Assets, file: ReceivedFile, about: AboutUpload, tenantId: string | null = null): Promise<Asset> {
  const described = await describeFile(file, about.name);
  const { database } = assets;
  requireAllowedType(described.mimeType, assetFilesOf(database).types);
  const stored = await storeFile(database, file, described);
  const made = assets.make({
    name: described.name,
    description: about.description ?? null,
    altText: about.altText ?? null,
    metadata: about.metadata ?? {},
    mimeType: described.mimeType,
    size: described.size,
    sha256: described.sha256,
    tenantId,
  });
  await holdStoredFile(database, stored, made.tenantId, async (fileKey) => {
    made.fileKey = fileKey;
    await made.save();
  });
  // Never in a transaction, which would block others: a manifest that is not read now is read on request, or by a sweep.
  if (!database.inTransaction) {
    await provenanceOf(database, made).catch(() => undefined);
    await measurePicture(database, made).catch(() => undefined);
  }
  return made;
}
