import type { Database } from '@colophon/core';
import { detectType, nameForType, newFileKey, type ReceivedFile, safeFileName } from '@colophon/core/files';
import { assetFiles } from './asset-files.ts';
import { findEqualFile } from './file-holders.ts';
import { forgetLooseFile, LooseFiles, removeLooseFile } from './loose-file.ts';

/** What is known of a received file by its bytes, and a name for it that is safe. */
export interface DescribedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
}

/** A file that is in the store, and that a record is about to hold. Until one does it is marked as loose. */
export interface StoredFile extends DescribedFile {
  readonly fileKey: string;
}

/** Finds out what a received file is, and makes its name safe. */
export async function describeFile(file: ReceivedFile, name: string): Promise<DescribedFile> {
  const { mimeType, extension } = await detectType(file.path);
  return { name: nameForType(safeFileName(name), extension), mimeType, size: file.size, sha256: file.sha256 };
}

/**
 * Puts the bytes of a received file into the store, marked as loose: a sweep removes them unless a record comes to hold them.
 *
 * @throws StorageFullError, UnavailableError when nothing was kept
 */
export async function storeFile(database: Database, file: ReceivedFile, described: DescribedFile): Promise<StoredFile> {
  const { store } = assetFiles();
  const fileKey = newFileKey();
  await new LooseFiles(database).add({ fileKey });
  // In a transaction around this the mark may go with it, and then nothing else would tell of the bytes.
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
 * Has a record hold a stored file: the record is saved with the key of these bytes, or of equal ones of its tenant that are
 * still in the store. The store is asked outside the transaction, which would keep others waiting.
 *
 * @param save saves the record with this key; it runs in a transaction, and may run for another key again
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
    const facts = await assetFiles().store.stat(unknown);
    (facts?.size === size ? standing : lost).add(unknown);
  }
}

/** Keeps everyone else from using or removing these bytes of a tenant until the ambient transaction ends. */
export function lockFile(database: Database, tenantId: string | null, sha256: string): Promise<void> {
  return database.lock(`asset file ${tenantId ?? ''} ${sha256}`);
}
