import { join } from 'node:path';
import { dataFolder } from '@colophon/app';
import type { AssetFiles } from '@colophon/content';
import { type FileStore, openFileStore } from '@colophon/core/files';
import type { ProvenanceReader } from '@colophon/readers';
import { clamdScanner } from './clamd.ts';
import type { Config } from '../config/load-config.ts';

/** Opens the configured file storage for the files of assets. */
export async function newsroomAssetFiles(config: Config, store?: FileStore): Promise<AssetFiles> {
  const { filesUrl, filesEnvironment, filesTypes, filesScan, baseUrl } = config;
  return {
    store: store ?? (await openFileStore(filesUrl, filesEnvironment)),
    incoming: join(dataFolder(config), 'incoming'),
    types: filesTypes,
    baseUrl,
    scan: filesScan === undefined ? undefined : clamdScanner(filesScan),
    pictures: () => import('@colophon/pictures'),
    manifests: readManifests,
  };
}

let reader: ProvenanceReader | undefined;

/** The reader of picture manifests, loaded on first use. */
async function readManifests(): Promise<ProvenanceReader> {
  const { ProvenanceReader: Reader } = await import('@colophon/readers');
  return (reader ??= new Reader());
}
