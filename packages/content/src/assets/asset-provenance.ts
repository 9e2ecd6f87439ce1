import { collection, type Database, json, object, reference, text } from '@colophon/core';
import type { PictureManifest } from './picture-provenance.ts';

/** What the file of an asset says of where it came from, as it was read once: a file never changes. It goes with its asset. */
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
    description: 'The manifests that pictures carry, as they were read.',
  },
) {}

/** What was read of the files of all assets. */
export class AssetProvenances extends collection(AssetProvenance) {}

export type { AssetProvenance };

/** What is known of the file of an asset; undefined when it was not read yet. */
export function knownProvenance(database: Database, assetId: string): Promise<AssetProvenance | undefined> {
  return new AssetProvenances(database).find({ assetId });
}
