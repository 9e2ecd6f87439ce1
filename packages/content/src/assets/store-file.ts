import type { Database } from '@colophon/core';
import { detectType, nameForType, newFileKey, type ReceivedFile, safeFileName } from '@colophon/core/files';
import { assetFilesOf } from './asset-files.ts';
import type { DescribedFile, StoredFile } from './described-file.ts';
import { findEqualFile } from './file-holders.ts';
import { forgetLooseFile, LooseFiles, removeLooseFile } from './loose-file.ts';

/** Detects the properties of a received file, and makes its name safe. */
export async function describeFile(file: ReceivedFile, name: string): Promise<DescribedFile> {
  const { mimeType, extension } = await detectType(file.path);
  return { name: nameForType(safeFileName(name), extension), mimeType, size: file.size, sha256: file.sha256 };
}

/**
 * Stores the bytes of a received file, marked as loose: a sweep deletes them unless a record refers to them.
 *
 * @throws StorageFullError, UnavailableError if nothing was stored
 */
export async function storeFile(database: Database, file: ReceivedFile, described: DescribedFile): Promise<StoredFile> {
  const { store } = assetFilesOf(database);
  const fileKey = newFileKey();
  await new LooseFiles(database).add({ fileKey });
  // A surrounding transaction could roll the mark back, and then nothing would refer to the bytes.
  database.afterRollback(() => void store.delete(fileKey).catch(() => undefined));
  try {
    await store.put(fileKey, file);
  } catch (error) {
    if (!database.inTransaction) await removeLooseFile(database, fileKey);
    throw error;
  }
  return { ...described, fileKey };
}

/**
 * Saves a record with the key of a stored file, or of one with equal bytes of its tenant that is still in the store. The store is checked
 * outside the transaction, which would block others.
 *
 * @param save saves the record with this key; it runs in a transaction, and may run again for another key
 */
export async function holdStoredFile(
  database: Database,
  stored: StoredFile,
  tenantId: string | null,
  save: (fileKey: string) => Promise<unknown>,
): Promise<void> {
  try {
    const held = await saveHolding(database, stored, tenantId, save);
    if (held !== stored.fileKey) await removeLooseFile(database, stored.fileKey);
  } catch (error) {
    if (!database.inTransaction) await removeLooseFile(database, stored.fileKey);
    throw error;
  }
}

async function saveHolding(
  database: Database,
  { fileKey, sha256, size }: StoredFile,
  tenantId: string | null,
  save: (fileKey: string) => Promise<unknown>,
): Promise<string> {
  const standing = new Set<string>();
  const lost = new Set<string>();
  for (;;) {
    const { held, unknown } = await database.transaction(async () => {
      await lockFile(database, tenantId, sha256);
      const equal = await findEqualFile(database, { tenantId, sha256, except: [...lost] });
      if (equal !== undefined && !standing.has(equal)) return { held: undefined, unknown: equal };
      const held = equal ?? fileKey;
      await save(held);
      if (held === fileKey) await forgetLooseFile(database, fileKey);
      return { held, unknown: undefined };
    });
    if (held !== undefined) return held;
    const facts = await assetFilesOf(database).store.stat(unknown);
    (facts?.size === size ? standing : lost).add(unknown);
  }
}

/** Blocks others from using or deleting these bytes of a tenant until the ambient transaction ends. */
export function lockFile(database: Database, tenantId: string | null, sha256: string): Promise<void> {
  return database.lock(`asset file ${tenantId ?? ''} ${sha256}`);
}
