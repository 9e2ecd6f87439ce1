import { readFileStoreAddress } from './file-store-address.ts';
import type { FileStore } from './file-store.ts';
import { FolderStore } from './folder-store.ts';

/**
 * Opens the store at a URL; nothing is written or requested yet. S3 dependencies are loaded only for S3.
 *
 * @throws UsageError as `readFileStoreAddress` does
 * @example
 * const store = await openFileStore('./data/files');
 * const bucket = await openFileStore('s3://newsroom/files?endpoint=https://minio.example:9000');
 */
export async function openFileStore(url: string, environment: NodeJS.Dict<string> = process.env): Promise<FileStore> {
  const address = readFileStoreAddress(url, environment);
  if (address.kind === 'folder') return new FolderStore(address.path);
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(address.s3);
}
