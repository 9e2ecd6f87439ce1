import { readFileStoreAddress } from './file-store-address.ts';
import type { FileStore } from './file-store.ts';
import { FolderStore } from './folder-store.ts';

/**
 * Opens the store that an address names; nothing is written or asked yet. What S3 needs is loaded for S3 alone.
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
