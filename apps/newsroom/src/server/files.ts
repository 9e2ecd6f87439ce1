import { join } from 'node:path';
import { configureAssetFiles } from '@colophon/content';
import { type FileStore, openFileStore } from '@colophon/core/files';
import type { ProvenanceReader } from '@colophon/readers';
import { clamdScanner } from './clamd.ts';
import { type Config, DATA_DIRECTORY } from '../config/load-config.ts';

/** Opens the configured file storage, and uses it for the files of assets. */
export async function configureFiles({ filesUrl, filesEnvironment, filesTypes, filesScan, baseUrl }: Config): Promise<FileStore> {
  const store = await openFileStore(filesUrl, filesEnvironment);
  configureAssetFiles({
    store,
    incoming: join(DATA_DIRECTORY, 'incoming'),
    types: filesTypes,
    baseUrl,
    scan: filesScan === undefined ? undefined : clamdScanner(filesScan),
    pictures: () => import('@colophon/pictures'),
    manifests: readManifests,
  });
  return store;
}

let reader: ProvenanceReader | undefined;

/** The reader of picture manifests, loaded on first use. */
async function readManifests(): Promise<ProvenanceReader> {
  const { ProvenanceReader: Reader } = await import('@colophon/readers');
  return (reader ??= new Reader());
}
