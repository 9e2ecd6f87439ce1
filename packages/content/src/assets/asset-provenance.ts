import { collection, type Database, json, object, reference, text } from '@colophon/core';
import type { PictureManifest } from './picture-provenance.ts';

/** The provenance of an asset's file, read once: a file never changes. It is deleted with its asset. */
class AssetProvenance extends object(
  {
    assetId: reference('assets', { required: true, onDelete: 'cascade' }),
    status: text({ required: true, values: ['none', 'read', 'unreadable'] }),
    manifest: json<PictureManifest>(),
  },
  {
    table: 'asset_provenances',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    appendOnly: true,
    unique: [['assetId']],
    description: 'The provenance manifests of images.',
  },
) {}

/** The provenance of all assets. */
export class AssetProvenances extends collection(AssetProvenance) {}

export type { AssetProvenance };

/** Returns the stored provenance of an asset; undefined if it has not been read yet. */
export function knownProvenance(database: Database, assetId: string): Promise<AssetProvenance | undefined> {
  return new AssetProvenances(database).find({ assetId });
}
