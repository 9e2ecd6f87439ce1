import type { Readable } from 'node:stream';
import { BusyError, ColophonError, ConflictError, type Database } from '@colophon/core';
import { assetFilesOf, isLostFile, keepsFiles } from './asset-files.ts';
import { type AssetProvenance, AssetProvenances, knownProvenance } from './asset-provenance.ts';
import type { PictureManifest } from './picture-provenance.ts';

/** The fields of an asset that reading its manifest needs. */
export interface ManifestCarrier {
  readonly id: string;
  readonly mimeType: string | null;
  openFile(): Promise<Readable>;
}

/** The types that can have manifests; other files are not read. */
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']);
/** Every manifest is a JUMBF box with this type, followed by this name. */
const [BOX, NAME] = [Buffer.from('jumb'), Buffer.from('c2pa')];
const AT_ONCE = 100;

/**
 * Returns the provenance of an asset's file. A file is read once, at its upload or on the first request, and the result is stored.
 *
 * @returns undefined if there is no manifest reader and the file has a manifest
 * @throws BusyError if too many are waiting; UnavailableError if the store is unavailable
 */
export async function provenanceOf(database: Database, asset: ManifestCarrier): Promise<AssetProvenance | undefined> {
  const known = await knownProvenance(database, asset.id);
  if (known) return known;
  const read = await readManifest(database, asset);
  if (!read) return undefined;
  try {
    return await new AssetProvenances(database).add({ assetId: asset.id, ...read });
  } catch (error) {
    // Another process was faster.
    const other = error instanceof ConflictError ? await knownProvenance(database, asset.id) : undefined;
    if (!other) throw error;
    return other;
  }
}

type Read =
  | { readonly status: 'none' | 'unreadable'; readonly manifest: null }
  | { readonly status: 'read'; readonly manifest: PictureManifest };

async function readManifest(database: Database, asset: ManifestCarrier): Promise<Read | undefined> {
  if (!PICTURES.has(asset.mimeType ?? '')) return { status: 'none', manifest: null };
  // Most images have none: they are scanned while streaming, and only one that may have a manifest is held in memory.
  if (!(await mayCarryManifest(await asset.openFile()))) return { status: 'none', manifest: null };
  const { manifests } = assetFilesOf(database);
  if (!manifests) return undefined;
  const bytes = Buffer.concat(await (await asset.openFile()).toArray());
  try {
    const manifest = await (await manifests()).read({ bytes, mimeType: asset.mimeType ?? '' });
    return manifest === null ? { status: 'none', manifest } : { status: 'read', manifest };
  } catch (error) {
    // Faults of the bytes are stored; faults of the machine are retried.
    if (!(error instanceof ColophonError) || error instanceof BusyError || error.status >= 500) throw error;
    return { status: 'unreadable', manifest: null };
  }
}

async function mayCarryManifest(file: Readable): Promise<boolean> {
  const missing = new Set([BOX, NAME]);
  let end = Buffer.alloc(0);
  for await (const chunk of file) {
    const seen = Buffer.concat([end, chunk as Buffer]);
    for (const mark of missing) if (seen.includes(mark)) missing.delete(mark);
    if (missing.size === 0) break;
    // The marker may span two chunks.
    end = seen.subarray(-3);
  }
  return missing.size === 0;
}

/** Reads the missing manifests of images: of those uploaded without a reader, or while it was busy. */
export async function readMissingProvenance(
  database: Database,
  open: (id: string) => Promise<ManifestCarrier | undefined>,
): Promise<number> {
  if (!keepsFiles(database) || !assetFilesOf(database).manifests) return 0;
  const query = database.dialect.builder
    .selectFrom('assets as asset')
    .select('asset.id as id')
    .where('asset.fileKey', 'is not', null)
    .where('asset.mimeType', 'in', [...PICTURES])
    .where((each) =>
      each.not(each.exists(each.selectFrom('asset_provenances as known').select('known.id').whereRef('known.assetId', '=', 'asset.id'))),
    )
    .orderBy('asset.id', 'desc')
    .limit(AT_ONCE);
  let read = 0;
  for (const row of await database.all(query.compile())) {
    const asset = await open(String(row['id']));
    try {
      if (asset && (await provenanceOf(database, asset))) read += 1;
    } catch (error) {
      if (!isLostFile(error)) throw error;
    }
  }
  return read;
}
