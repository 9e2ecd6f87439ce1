import { join } from 'node:path';
import { configureAssetFiles } from '@colophon/content';
import { type FileStore, openFileStore } from '@colophon/core/files';
import { type Config, DATA_DIRECTORY } from '../config/load-config.ts';

/** Opens the store of files that the configuration names, and keeps the files of assets there. */
export async function configureFiles({ filesUrl, filesEnvironment, filesTypes, baseUrl }: Config): Promise<FileStore> {
  const store = await openFileStore(filesUrl, filesEnvironment);
  configureAssetFiles({
    store,
    incoming: join(DATA_DIRECTORY, 'incoming'),
    types: filesTypes,
    baseUrl,
    pictures: () => import('@colophon/pictures'),
  });
  return store;
}
