import { collection, integer, object, reference, text } from '@colophon/core';
import { holdingFiles } from './file-holders.ts';

/** A stored image resized to a width. It is deleted with its asset. */
class AssetRendition extends object(
  {
    assetId: reference('assets', { required: true, onDelete: 'cascade' }),
    width: integer({ required: true, minimum: 1 }),
    fileKey: text({ required: true, maxLength: 100 }),
    sha256: text({ required: true, maxLength: 64 }),
    mimeType: text({ required: true, maxLength: 100 }),
    size: integer({ required: true, minimum: 0 }),
  },
  {
    table: 'asset_renditions',
    kept: 'derived',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['assetId', 'width']],
    indexes: [['fileKey'], ['sha256']],
    description: 'Resized images.',
  },
) {}

/** A part of a stored picture, resized to a width. It is deleted with its asset. */
class AssetCut extends object(
  {
    assetId: reference('assets', { required: true, onDelete: 'cascade' }),
    crop: text({ required: true, maxLength: 50, description: 'The part, as x,y,width,height in pixels of the upright picture.' }),
    width: integer({ required: true, minimum: 1 }),
    format: text({ required: true, values: ['webp', 'jpeg'] }),
    fileKey: text({ required: true, maxLength: 100 }),
    sha256: text({ required: true, maxLength: 64 }),
    mimeType: text({ required: true, maxLength: 100 }),
    size: integer({ required: true, minimum: 0 }),
  },
  {
    table: 'asset_cuts',
    kept: 'derived',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['assetId', 'crop', 'width', 'format']],
    indexes: [['fileKey'], ['sha256']],
    description: 'Resized parts of images.',
  },
) {}

/** The cuts of all assets: in a table of their own, because earlier versions take every rendition for the whole picture. */
export class AssetCuts extends holdingFiles(collection(AssetCut)) {}

/** The renditions of all assets. */
export class AssetRenditions extends holdingFiles(collection(AssetRendition)) {}

export type { AssetCut, AssetRendition };
