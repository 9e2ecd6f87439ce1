import type { Database } from '@colophon/core';
import { detectType, nameForType, newFileKey, type ReceivedFile, requireAllowedType, safeFileName } from '@colophon/core/files';
import type { Asset, Assets } from './asset.ts';
import { assetFiles } from './asset-files.ts';
import { forgetLooseFile, LooseFiles, removeLooseFile } from './loose-file.ts';
import type { AboutUpload } from './upload-input.ts';

/**
 * Stores a received file and makes an asset of it. Where the tenant has the same bytes already they are used again; the
 * asset is always a new one.
 *
 * @param tenantId of the asset, where the application itself makes it; otherwise it is the caller's
 * @throws FileTypeError when its type is not taken @throws StorageFullError, UnavailableError when nothing was kept
 */
export async function keepFile(assets: Assets, file: ReceivedFile, about: AboutUpload, tenantId: string | null = null): Promise<Asset> {
  const { store, types } = assetFiles();
  const { mimeType, extension } = await detectType(file.path);
  requireAllowedType(mimeType, types);
  const name = nameForType(safeFileName(about.name), extension);
  const made = assets.make({
    name,
    description: about.description ?? null,
    altText: about.altText ?? null,
    metadata: about.metadata ?? {},
    mimeType,
    size: file.size,
    sha256: file.sha256,
    tenantId,
  });
  const { database } = assets;
  const fileKey = newFileKey();
  await new LooseFiles(database).add({ fileKey });
  // In a transaction around this the mark may go with it, and then nothing else would tell of the bytes.
  database.afterRollback(() => void store.delete(fileKey).catch(() => undefined));
  try {
    await store.put(fileKey, file);
    await saveWithFile(made, fileKey);
  } catch (error) {
    if (!database.inTransaction) await removeLooseFile(database, fileKey);
    throw error;
  }
  if (made.fileKey !== fileKey) await removeLooseFile(database, fileKey);
  return made;
}

/**
 * Saves the asset with these bytes, or with equal ones of its tenant that are still in the store; whoever removes those
 * waits, or was first. The store is asked outside the transaction, which would keep others waiting.
 */
async function saveWithFile(asset: Asset, fileKey: string): Promise<void> {
  const { database, tenantId } = asset;
  const sha256 = String(asset.sha256);
  const standing = new Set<string>();
  const lost = new Set<string>();
  for (;;) {
    const unknown = await database.transaction(async () => {
      await lockFile(database, tenantId, sha256);
      const equal = await equalFile(database, { tenantId, sha256, except: [...lost] });
      if (equal !== undefined && !standing.has(equal)) return equal;
      asset.fileKey = equal ?? fileKey;
      await asset.save();
      if (asset.fileKey === fileKey) await forgetLooseFile(database, fileKey);
      return undefined;
    });
    if (unknown === undefined) return;
    const facts = await assetFiles().store.stat(unknown);
    (facts?.size === asset.size ? standing : lost).add(unknown);
  }
}

/** Keeps everyone else from using or removing these bytes of a tenant until the ambient transaction ends. */
export function lockFile(database: Database, tenantId: string | null, sha256: string): Promise<void> {
  return database.lock(`asset file ${tenantId ?? ''} ${sha256}`);
}

interface Wanted {
  readonly tenantId: string | null;
  readonly sha256: string;
  readonly except: readonly string[];
}

async function equalFile(database: Database, { tenantId, sha256, except }: Wanted): Promise<string | undefined> {
  let query = database.dialect.builder
    .selectFrom('assets')
    .select('fileKey')
    .where('sha256', '=', sha256)
    .where('fileKey', 'is not', null)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  if (except.length > 0) query = query.where('fileKey', 'not in', except);
  const row = await database.first(query.orderBy('id').limit(1).compile());
  return row?.['fileKey'] as string | undefined;
}

/** Whether an asset has these bytes. */
export async function standsElsewhere(database: Database, fileKey: string): Promise<boolean> {
  const query = database.dialect.builder.selectFrom('assets').select('id').where('fileKey', '=', fileKey).limit(1);
  return (await database.first(query.compile())) !== undefined;
}
