import { UnavailableError } from '@colophon/core';
import type { FileStore, ReceiveOptions } from '@colophon/core/files';
import type { LoadManifestReader } from './picture-provenance.ts';
import type { LoadResizer } from './picture-resizer.ts';

/** Where the files of assets are kept in this process, and which are taken. */
export interface AssetFiles {
  readonly store: FileStore;
  /** Where uploads lie until they are whole: a folder of this machine. */
  readonly incoming: string;
  /** The most bytes of a file; 50 MB unless given. */
  readonly limit?: number;
  /** The types that are taken, such as `image/*`; without them all but executables. */
  readonly types?: readonly string[] | undefined;
  /** Where people reach this application, `https://news.example`; addresses of files are paths without it. */
  readonly baseUrl?: string;
  /** Loads what makes pictures fit a width, at the first of them; without it files have no other widths. */
  readonly pictures?: LoadResizer | undefined;
  /** Loads what reads the manifests that pictures carry, at the first such picture; without it none is read. */
  readonly manifests?: LoadManifestReader | undefined;
  /** Milliseconds that a sender may stay silent; 30 seconds unless given. */
  readonly patience?: number;
}

/** The most bytes of a file. */
export const MAXIMUM_FILE = 50_000_000;

let current: AssetFiles | undefined;

/** Says where the files of assets are kept in this process; undefined says that it keeps none. */
export function configureAssetFiles(files: AssetFiles | undefined): void {
  current = files;
}

/** Whether this process keeps files. */
export function keepsFiles(): boolean {
  return current !== undefined;
}

/** Where the files of assets are kept. @throws UnavailableError when this process keeps none */
export function assetFiles(): AssetFiles {
  if (current) return current;
  throw new UnavailableError('This application keeps no files.', { hint: 'Give the asset the url of a file elsewhere.' });
}

/** How uploads are received here. */
export function receiveOptions({ incoming, limit = MAXIMUM_FILE, patience }: AssetFiles): ReceiveOptions {
  return { directory: incoming, limit, ...(patience === undefined ? {} : { patience }) };
}

/** The address of the stored file of an asset. */
export function assetFileUrl(id: string): string {
  return `${current?.baseUrl ?? ''}/api/v1/assets/${encodeURIComponent(id)}/file`;
}
