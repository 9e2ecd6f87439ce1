import { type Database, NotFoundError, port, type Ports, UnavailableError } from '@colophon/core';
import { DamagedFileError, type FileStore, type ReceiveOptions } from '@colophon/core/files';
import type { FileScanner } from './file-scanner.ts';
import type { LoadManifestReader } from './picture-provenance.ts';
import type { LoadResizer } from './picture-resizer.ts';

/** The file storage of assets, and its settings. */
export interface AssetFiles {
  readonly store: FileStore;
  /** The local folder for incomplete uploads. */
  readonly incoming: string;
  /** Maximum number of bytes of a file; default 50 MB. */
  readonly limit?: number;
  /** The accepted types, such as `image/*`; by default all except executables. */
  readonly types?: readonly string[] | undefined;
  /** The public URL of this application, `https://news.example`; file URLs are relative without it. */
  readonly baseUrl?: string;
  /** Loads the image resizer on first use; without it files have no other widths. */
  readonly pictures?: LoadResizer | undefined;
  /** Loads the manifest reader for the first image with a manifest; without it manifests are not read. */
  readonly manifests?: LoadManifestReader | undefined;
  /** Examines files that strangers send, before they are stored; without one they are stored as they are. */
  readonly scan?: FileScanner | undefined;
  /** Milliseconds that the scanner may take; default one minute. */
  readonly scanPatience?: number;
  /** Milliseconds that a sender may be silent; default 30 seconds. */
  readonly patience?: number;
}

/** The maximum number of bytes of a file. */
export const MAXIMUM_FILE = 50_000_000;

/** The file storage of assets; without it assets refer to external files only. */
export const assetFiles = port<AssetFiles | undefined>('assetFiles', undefined);

/** Whether a database's assets can have files. */
export function keepsFiles(database: Database): boolean {
  return database.ports.use(assetFiles) !== undefined;
}

/** Returns the file storage of assets. @throws UnavailableError if there is none */
export function assetFilesOf(database: Database): AssetFiles {
  const files = database.ports.use(assetFiles);
  if (files) return files;
  throw new UnavailableError('This application has no file storage.', { hint: 'Set the url of the asset to an external file.' });
}

/** Returns the options for receiving uploads. */
export function receiveOptions({ incoming, limit = MAXIMUM_FILE, patience }: AssetFiles): ReceiveOptions {
  return { directory: incoming, limit, ...(patience === undefined ? {} : { patience }) };
}

/** Returns whether an error says that a stored file is missing or damaged. Only a backup helps then, and nothing else waits for it. */
export function isLostFile(error: unknown): boolean {
  return error instanceof NotFoundError || error instanceof DamagedFileError;
}

/** Returns the URL of an asset's stored file. */
export function assetFileUrl(ports: Ports, id: string): string {
  return `${ports.use(assetFiles)?.baseUrl ?? ''}${assetFilePath(id)}`;
}

/** Returns the path of an asset's stored file, as texts refer to it: they are shown at other domains later. */
export function assetFilePath(id: string): string {
  return `/api/v1/assets/${encodeURIComponent(id)}/file`;
}
