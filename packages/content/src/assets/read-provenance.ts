import type { Readable } from 'node:stream';
import { BusyError, ColophonError, ConflictError, type Database } from '@colophon/core';
import { assetFiles, keepsFiles } from './asset-files.ts';
import { type AssetProvenance, AssetProvenances, knownProvenance } from './asset-provenance.ts';
import type { PictureManifest } from './picture-provenance.ts';

/** An asset, as far as reading its manifest needs it. */
export interface ManifestCarrier {
  readonly id: string;
  readonly mimeType: string | null;
  openFile(): Promise<Readable>;
}

/** The types that carry manifests; of others the file is not looked at. */
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']);
/** Every manifest is a JUMBF box with this type, and then this name. */
const [BOX, NAME] = [Buffer.from('jumb'), Buffer.from('c2pa')];
const AT_ONCE = 100;

/**
 * What the file of an asset says of where it came from. A file is read once, at its upload or when first asked for, and what was
 * read is kept.
 *
 * @returns undefined when nobody reads manifests here, and the file carries one
 * @throws BusyError when too many wait; UnavailableError when the store does not answer
 */
export async function provenanceOf(database: Database, asset: ManifestCarrier): Promise<AssetProvenance | undefined> {
  const known = await knownProvenance(database, asset.id);
  if (known) return known;
  const read = await readManifest(asset);
  if (!read) return undefined;
  try {
    return await new AssetProvenances(database).add({ assetId: asset.id, ...read });
  } catch (error) {
    // Another process was quicker.
    const other = error instanceof ConflictError ? await knownProvenance(database, asset.id) : undefined;
    if (!other) throw error;
    return other;
  }
}

type Read =
  | { readonly status: 'none' | 'unreadable'; readonly manifest: null }
  | { readonly status: 'read'; readonly manifest: PictureManifest };

async function readManifest(asset: ManifestCarrier): Promise<Read | undefined> {
  if (!PICTURES.has(asset.mimeType ?? '')) return { status: 'none', manifest: null };
  // Most pictures carry none: they are looked through as they come, and only one that may is held in memory.
  if (!(await mayCarryManifest(await asset.openFile()))) return { status: 'none', manifest: null };
  const { manifests } = assetFiles();
  if (!manifests) return undefined;
  const bytes = Buffer.concat(await (await asset.openFile()).toArray());
  try {
    const manifest = await (await manifests()).read({ bytes, mimeType: asset.mimeType ?? '' });
    return manifest === null ? { status: 'none', manifest } : { status: 'read', manifest };
  } catch (error) {
    // What the bytes are to blame for stays so; what the machine is to blame for is tried again.
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
    // A mark may stand across two chunks.
    end = seen.subarray(-3);
  }
  return missing.size === 0;
}

/** Reads the manifests of pictures that nobody has asked for: of those made where none was read, or while the reader was busy. */
export async function readMissingProvenance(
  database: Database,
  open: (id: string) => Promise<ManifestCarrier | undefined>,
): Promise<number> {
  if (!keepsFiles() || !assetFiles().manifests) return 0;
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
    if (asset && (await provenanceOf(database, asset))) read += 1;
  }
  return read;
}
