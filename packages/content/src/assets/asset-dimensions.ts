import { boolean, collection, integer, object, reference } from '@colophon/core';

/** The size of a stored picture, measured once: a file never changes. It is deleted with its asset. */
class AssetDimensions extends object(
  {
    assetId: reference('assets', { required: true, onDelete: 'cascade' }),
    width: integer({ minimum: 1, description: 'In pixels, upright; null if the file could not be read as a picture.' }),
    height: integer({ minimum: 1 }),
    isAnimated: boolean({ default: false, description: 'Whether it has more than one frame.' }),
  },
  {
    table: 'asset_dimensions',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    appendOnly: true,
    unique: [['assetId']],
    description: 'The sizes of pictures.',
  },
) {}

/** The sizes of all pictures. */
export class AllAssetDimensions extends collection(AssetDimensions) {}
