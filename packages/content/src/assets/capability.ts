import { type Call, pageOutput, recordOutput } from '@colophon/core';
import { z } from 'zod';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { id } from '../record/inputs.ts';
import { NestedList } from '../record/nested-list.ts';
import { Assets } from './asset.ts';
import { assetFileRoutes } from './asset-file-routes.ts';
import { type ContentAsset, ContentAssets, Crop, Point } from './content-asset.ts';
import { describeAssetFiles } from './describe-asset-files.ts';
import { type GivenAsset, withGivenAsset } from './given-asset.ts';
import { measureMissingPictures } from './measure-pictures.ts';
import { readMissingProvenance } from './read-provenance.ts';
import { describeUse, notUsed, readAssets, type ToldOfAsset, useAsset, type UsedAsset } from './replace-assets.ts';
import { setThumbnail } from './set-thumbnail.ts';
import { sweepAssetFiles } from './sweep-files.ts';
import { keepThumbnailUse, requireThumbnail } from './thumbnail-use.ts';

const role = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_]\w*$/);

const told = {
  caption: z.string().max(5000).nullable().optional().describe('What readers are told of it in this record.'),
  crop: Crop.nullable().optional().describe('The part that this record shows, in shares of width and height; null for the whole.'),
  focal: Point.nullable().optional().describe('The point that stays visible if it is cut, in the same shares.'),
};

const AssetUseInput = z.strictObject({
  assetId: id,
  relationship: role.default('attachment').describe('Its role: attachment, thumbnail, inline.'),
  sort_order: z.int().min(0).max(2_147_483_647).default(0),
  ...told,
});
type AssetUseInput = z.input<typeof AssetUseInput>;

const AssetsInput = z.strictObject({ relationship: role.optional() });
type AssetsInput = z.infer<typeof AssetsInput>;

const AssetRemovalInput = z.strictObject({ assetId: id, relationship: role.optional().describe('Default: all roles.') });
type AssetRemovalInput = z.infer<typeof AssetRemovalInput>;

const AssetUpdateInput = z.strictObject({ assetId: id, relationship: role.optional().describe('Default: all roles.'), ...told });
type AssetUpdateInput = z.infer<typeof AssetUpdateInput>;

const UsedAssetAnswer = z.object({
  contentId: z.string(),
  id: z.string(),
  name: z.string(),
  altText: z.string().nullable(),
  mimeType: z.string().nullable(),
  url: z.string().nullable().describe('The URL of its bytes.'),
  relationship: z.string(),
  sort_order: z.int(),
  credit: z.string().nullable(),
  caption: z.string().nullable(),
  crop: Crop.nullable(),
  focal: Point.nullable(),
  width: z.int().nullable().describe('In pixels, upright; null if it was not measured.'),
  height: z.int().nullable(),
});

/** A record uses images and other files, and has one of them as its thumbnail. */
export const assets = capability({
  tables: [Assets, ContentAssets],
  beforeSave: requireThumbnail,
  afterSave: keepThumbnailUse,
  sweeps: [
    (database) => sweepAssetFiles(database),
    (database) => readMissingProvenance(database, (assetId) => new Assets(database).get(assetId)),
    (database) => measureMissingPictures(database, (assetId) => new Assets(database).get(assetId)),
  ],
  routes: assetFileRoutes,
  describe: describeAssetFiles,
  record: {
    operations: {
      getAssets: {
        method: 'GET',
        path: ['assets'],
        input: AssetsInput,
        output: pageOutput(UsedAssetAnswer),
        access: isTenantStaff,
        description: 'List the assets that the record uses.',
      },
      attachAsset: {
        path: ['assets'],
        input: AssetUseInput,
        output: recordOutput('content_assets'),
        creates: true,
        version: 'optional',
        description: 'Use an asset.',
      },
      updateAsset: {
        method: 'PATCH',
        path: ['assets', '{assetId}'],
        input: AssetUpdateInput,
        output: pageOutput(UsedAssetAnswer),
        version: 'optional',
        description: 'Change the caption, crop or focal point with which the record shows an asset.',
      },
      detachAsset: {
        method: 'DELETE',
        path: ['assets', '{assetId}'],
        input: AssetRemovalInput,
        version: 'optional',
        description: 'Stop using an asset.',
      },
    },
    methods: {
      /** Returns the used assets, in order. */
      async getAssets(this: ContentRecord, input: string | AssetsInput = {}): Promise<NestedList<UsedAsset>> {
        const relationship = typeof input === 'string' ? input : input.relationship;
        return NestedList.whole(await readAssets(this.database, [this.id], relationship));
      },

      /** Adds an asset, or one created from the given bytes, in a role; if it already has that role, it gets the new position. */
      addAsset(
        this: ContentRecord,
        asset: GivenAsset,
        relationship = 'attachment',
        sortOrder = 0,
        call: Call = this.call,
      ): Promise<ContentAsset> {
        return withGivenAsset(this, asset, call, (asset_id) => useAsset(this, { asset_id, relationship, sort_order: sortOrder }, call));
      },

      /** Like `addAsset`, for external callers. */
      attachAsset(
        this: ContentRecord,
        { assetId, relationship = 'attachment', sort_order = 0, ...shown }: AssetUseInput,
        call: Call = this.call,
      ): Promise<ContentAsset> {
        return useAsset(this, { asset_id: assetId, relationship, sort_order, told: withoutAbsent(shown) }, call);
      },

      /** Changes the caption, crop or focal point of an asset, in one role or in all. @throws NotFoundError if the record does not use it */
      async updateAsset(
        this: ContentRecord,
        { assetId, relationship, ...shown }: AssetUpdateInput,
        call: Call = this.call,
      ): Promise<NestedList<UsedAsset>> {
        return NestedList.whole(await describeUse(this, { assetId, relationship, ...withoutAbsent(shown) }, call));
      },

      /** Removes an asset, from one role or from all. @throws NotFoundError if the record does not use it in that role */
      removeAsset(this: ContentRecord, assetId: string, relationship?: string, call: Call = this.call): Promise<void> {
        return detachAsset(this, { assetId, relationship }, call);
      },

      /** Like `removeAsset`, for external callers. */
      detachAsset(this: ContentRecord, input: AssetRemovalInput, call: Call = this.call): Promise<void> {
        return detachAsset(this, input, call);
      },

      /**
       * Sets an image, or one created from the given bytes, as thumbnail, and stores its id in `thumbnailAssetId`.
       *
       * @example
       * await article.setThumbnail({ name: 'oak.png', content: await readFile('oak.png'), altText: 'An oak.' });
       */
      setThumbnail<R extends ContentRecord>(this: R, image: GivenAsset, call: Call = this.call): Promise<R> {
        return setThumbnail(this, image, call);
      },
    },
  },
});

async function detachAsset(
  { database, id: content_id }: ContentRecord,
  { assetId, relationship }: AssetRemovalInput,
  call: Call,
): Promise<void> {
  const where = { content_id, asset_id: assetId, ...(relationship === undefined ? {} : { relationship }) };
  const uses = await new ContentAssets(database, call).list({ where, limit: 1000 });
  if (uses.length === 0) throw notUsed(assetId, relationship);
  for (const use of uses) await use.delete();
}

/** What is given; a member that is undefined is none. */
function withoutAbsent(shown: Pick<AssetUpdateInput, 'caption' | 'crop' | 'focal'>): ToldOfAsset {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}
