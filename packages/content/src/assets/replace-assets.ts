import { type Call, type Database, NotFoundError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import type { EditionCrop, EditionPoint } from '@colophon/contract';
import type { SnapshotAsset } from '../record/links.ts';
import { assetFileUrl } from './asset-files.ts';
import { type ContentAsset, ContentAssets, removeUse } from './content-asset.ts';
import { lockContent } from '../record/lock-content.ts';

/** An asset as used by a content record. */
export interface UsedAsset {
  readonly contentId: string;
  readonly id: string;
  readonly name: string;
  readonly altText: string | null;
  readonly mimeType: string | null;
  /** The URL of its bytes: of the stored file, else of the external one. */
  readonly url: string | null;
  readonly relationship: string;
  readonly sort_order: number;
  /** Who made it, or provides it. */
  readonly credit: string | null;
  /** What readers are told of it in this record. */
  readonly caption: string | null;
  /** The part that the record shows; null for the whole. */
  readonly crop: EditionCrop | null;
  /** The point that stays visible if it is cut. */
  readonly focal: EditionPoint | null;
  /** The size in pixels, upright; null if it was not measured. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Returns the assets of many records, in order: one query. */
export async function readAssets(database: Database, contentIds: readonly string[], relationship?: string): Promise<UsedAsset[]> {
  if (contentIds.length === 0) return [];
  let query = database.dialect.builder
    .selectFrom('content_assets as use')
    .innerJoin('assets as asset', 'asset.id', 'use.asset_id')
    .leftJoin('asset_dimensions as known', 'known.assetId', 'asset.id')
    .select(['use.content_id as contentId', 'use.relationship as relationship', 'use.sort_order as sort_order'])
    .select(['use.caption as caption', 'use.crop as crop', 'use.focal as focal', 'known.width as width', 'known.height as height'])
    .select([
      'asset.id as id',
      'asset.name as name',
      'asset.altText as altText',
      'asset.credit as credit',
      'asset.mimeType as mimeType',
      'asset.url as url',
      'asset.fileKey as fileKey',
    ])
    .where('use.content_id', 'in', contentIds)
    .orderBy('use.sort_order')
    .orderBy('use.id');
  if (relationship !== undefined) query = query.where('use.relationship', '=', relationship);
  return (await database.all(query.compile())).map((row) => ({
    contentId: String(row['contentId']),
    id: String(row['id']),
    name: String(row['name']),
    altText: (row['altText'] as string | null | undefined) ?? null,
    mimeType: (row['mimeType'] as string | null | undefined) ?? null,
    url:
      (row['fileKey'] ?? null) === null
        ? ((row['url'] as string | null | undefined) ?? null)
        : assetFileUrl(database.ports, String(row['id'])),
    relationship: String(row['relationship']),
    sort_order: Number(row['sort_order']),
    credit: (row['credit'] as string | null | undefined) ?? null,
    caption: (row['caption'] as string | null | undefined) ?? null,
    crop: decoded(row['crop'], database) as EditionCrop | null,
    focal: decoded(row['focal'], database) as EditionPoint | null,
    width: (row['width'] as number | null | undefined) ?? null,
    height: (row['height'] as number | null | undefined) ?? null,
  }));
}

/**
 * Sets the assets of a record that is about to be saved to exactly those of a version; assets that no longer exist are omitted.
 *
 * @throws ConflictError `in_use` if the record is published and shows one that the version did not use
 */
export async function replaceAssets(content: ContentRecord, wanted: readonly SnapshotAsset[], call: Call): Promise<void> {
  const { database } = content;
  const keys = new Map(wanted.map((each) => [`${each.assetId} ${each.relationship}`, each]));
  for (const each of await new ContentAssets(database, call).list({ where: { content_id: content.id }, limit: 1000 })) {
    if (!keys.has(`${each.asset_id} ${each.relationship}`)) await removeUse(each, content);
  }
  if (keys.size === 0) return;
  const ids = [...keys.values()].map((each) => each.assetId);
  const rows = await database.all(database.dialect.builder.selectFrom('assets').select('id').where('id', 'in', ids).compile());
  const known = new Set(rows.map((row) => String(row['id'])));
  for (const each of keys.values()) {
    const { assetId: asset_id, relationship, sort_order, ...told } = each;
    if (known.has(asset_id)) await useAsset(content, { asset_id, relationship, sort_order, told }, call);
  }
}

/** A column as the dialect stores it. */
function decoded(stored: unknown, { dialect }: Database): unknown {
  return (stored ?? null) === null ? null : dialect.decode('json', stored as never);
}

/** What a record tells and shows of an asset: its caption, and which part. */
export type ToldOfAsset = Pick<SnapshotAsset, 'caption' | 'crop' | 'focal'>;

interface AssetUse {
  readonly asset_id: string;
  readonly relationship: string;
  readonly sort_order: number;
  /** What is left out stays as it is. */
  readonly told?: ToldOfAsset;
}

/** Adds an asset to a record; if it is already used in this role, it gets the new position, and what is told of it. */
export async function useAsset(
  content: ContentRecord,
  { asset_id, relationship, sort_order, told = {} }: AssetUse,
  call: Call,
): Promise<ContentAsset> {
  const { database } = content;
  const uses = new ContentAssets(database, call);
  return database.transaction(async () => {
    await lockContent(database, content.id);
    const standing = await uses.find({ content_id: content.id, asset_id, relationship });
    if (!standing) {
      // A picture of the text that becomes the thumbnail is shown as it was, unless something else is said.
      const [other] = await uses.list({ where: { content_id: content.id, asset_id }, limit: 1 });
      const same = other ? { caption: other.caption, crop: other.crop, focal: other.focal } : {};
      return uses.add({ content_id: content.id, asset_id, relationship, sort_order, ...same, ...told, tenantId: content.tenantId });
    }
    Object.assign(standing, { sort_order, ...told });
    return standing.save();
  });
}

/**
 * Changes what a record tells and shows of an asset, in one role or in all.
 *
 * @throws NotFoundError if the record does not use it in that role
 */
export async function describeUse(
  { database, id: content_id }: ContentRecord,
  { assetId, relationship, ...told }: ToldOfAsset & { readonly assetId: string; readonly relationship?: string | undefined },
  call: Call,
): Promise<UsedAsset[]> {
  await database.transaction(async () => {
    await lockContent(database, content_id);
    const where = { content_id, asset_id: assetId, ...(relationship === undefined ? {} : { relationship }) };
    const uses = await new ContentAssets(database, call).list({ where, limit: 1000 });
    if (uses.length === 0) throw notUsed(assetId, relationship);
    for (const use of uses) {
      Object.assign(use, told);
      // oxlint-disable-next-line no-await-in-loop -- one transaction writes one after the other
      await use.save();
    }
  });
  return (await readAssets(database, [content_id], relationship)).filter(({ id }) => id === assetId);
}

/** The error for an asset that a record does not use. */
export function notUsed(assetId: string, relationship: string | undefined): NotFoundError {
  return new NotFoundError(`This record does not use asset ${assetId}${relationship ? ` as ${relationship}` : ''}.`);
}
