import type { Database, JsonObject } from '@colophon/core';
import { type ReceivedFile, requireAllowedType } from '@colophon/core/files';
import { assetFilesOf } from './asset-files.ts';
import { type MeasuredPicture, measurePicture } from './measure-pictures.ts';
import { type ManifestCarrier, provenanceOf } from './read-provenance.ts';
import { describeFile, holdStoredFile, storeFile } from './store-file.ts';
import type { AboutUpload } from './upload-input.ts';

/** A new asset, before it refers to its stored file. */
interface NewAsset extends MeasuredPicture, ManifestCarrier {
  tenantId: string | null;
  fileKey: string | null;
  save(): Promise<unknown>;
}

/** The collection in which an asset is created. */
interface AssetCollection<A extends NewAsset> {
  readonly database: Database;
  make(values: {
    name: string;
    description: string | null;
    altText: string | null;
    metadata: JsonObject;
    mimeType: string;
    size: number;
    sha256: string;
    tenantId: string | null;
  }): A;
}

/**
 * Stores a received file and creates an asset. If the tenant already has equal bytes, they are reused; the asset is always new.
 *
 * @param tenantId of the asset, if the application itself creates it; otherwise it is the caller's
 * @throws FileTypeError if its type is not accepted @throws StorageFullError, UnavailableError if nothing was stored
 */
export async function keepFile<A extends NewAsset>(
  assets: AssetCollection<A>,
  file: ReceivedFile,
  about: AboutUpload,
  tenantId: string | null = null,
): Promise<A> {
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
