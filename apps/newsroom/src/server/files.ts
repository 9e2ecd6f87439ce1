import { join } from 'node:path';
import { configureAssetFiles } from '@colophon/content';
import { type FileStore, openFileStore } from '@colophon/core/files';
import type { ProvenanceReader } from '@colophon/readers';
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
    manifests: readManifests,
  });
  return store;
}

let reader: ProvenanceReader | undefined;

/** What reads the manifests of pictures, loaded at the first one. */
async function readManifests(): Promise<ProvenanceReader> {
  const { ProvenanceReader: Reader } = await import('@colophon/readers');
  return (reader ??= new Reader());
}
