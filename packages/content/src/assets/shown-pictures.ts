import type { EditionCrop, EditionPoint } from '@colophon/contract';
import type { Database, Dialect, Row } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { originOf, type PictureOrigin } from './picture-origins.ts';

/** What readers are shown of an image that a piece uses, besides the image itself: on its page and in its account. */
export interface ShownPicture extends Pick<PictureOrigin, 'name' | 'relationship' | 'aiAssisted' | 'model' | 'toldBy'> {
  /** The text for those who do not see it. */
  readonly altText: string | null;
  /** What the piece tells of it, who made it, and which part is shown: absent if nothing is told, and all of it shown. */
  readonly caption?: string;
  readonly credit?: string;
  readonly crop?: EditionCrop;
  readonly focal?: EditionPoint;
}

/** A record with its thumbnail, as it is in memory. */
export type PictureUser = Pick<ContentRecord, 'id' | 'thumbnailAssetId'>;

const THUMBNAIL = 'thumbnail';

/**
 * Returns the images of many records, by record: those that they use, with the thumbnail that they have in memory instead of the stored
 * one. Two queries for any number of records.
 *
 * @param locked whether the assets are locked against changes until the ambient transaction ends
 */
export async function readShownPictures(
  database: Database,
  users: readonly PictureUser[],
  { locked = false }: { locked?: boolean } = {},
): Promise<Map<string, ShownPicture[]>> {
  const shown = new Map<string, ShownPicture[]>();
  if (users.length === 0) return shown;
  const locks = locked && database.dialect.locksRows;
  const add = (id: string, row: Row, relationship: string): void => {
    shown.set(id, [...(shown.get(id) ?? []), shownOf({ ...row, relationship }, database)]);
  };
  const thumbnailUses = new Map<string, Row>();
  const used = usedBy(
    database.dialect.builder,
    users.map(({ id }) => id),
  );
  for (const row of await database.all((locks ? used.forShare('asset') : used).compile())) {
    const isThumbnail = row['relationship'] === THUMBNAIL && row['id'] === row['thumbnailAssetId'];
    if (isThumbnail) thumbnailUses.set(String(row['contentId']), row);
    else add(String(row['contentId']), row, String(row['relationship']));
  }
  const thumbnails = users.flatMap(({ thumbnailAssetId }) => (thumbnailAssetId === null ? [] : [thumbnailAssetId]));
  if (thumbnails.length === 0) return shown;
  const wanted = assetsWith(database.dialect.builder, thumbnails);
  const rows = await database.all((locks ? wanted.forShare('asset') : wanted).compile());
  const byId = new Map(rows.map((row) => [String(row['id']), row]));
  for (const { id, thumbnailAssetId } of users) {
    const row = byId.get(String(thumbnailAssetId));
    const { caption, crop, focal } = thumbnailUses.get(id) ?? {};
    if (row) add(id, { ...row, caption, crop, focal }, THUMBNAIL);
  }
  return shown;
}

const COLUMNS = [
  'asset.id as id',
  'asset.name as name',
  'asset.altText as altText',
  'asset.description as description',
  'asset.credit as credit',
  'asset.metadata as metadata',
  'asset.digitalSourceType as digitalSourceType',
  'known.manifest as manifest',
] as const;

function usedBy(builder: Dialect['builder'], ids: readonly string[]) {
  return builder
    .selectFrom('content_assets as use')
    .innerJoin('contents as content', 'content.id', 'use.content_id')
    .innerJoin('assets as asset', 'asset.id', 'use.asset_id')
    .leftJoin('asset_provenances as known', 'known.assetId', 'asset.id')
    .select(COLUMNS)
    .select(['use.content_id as contentId', 'use.relationship as relationship', 'content.thumbnailAssetId as thumbnailAssetId'])
    .select(['use.caption as caption', 'use.crop as crop', 'use.focal as focal'])
    .where('use.content_id', 'in', ids)
    .where('asset.mimeType', 'like', 'image/%')
    .orderBy('asset.id');
}

function assetsWith(builder: Dialect['builder'], ids: readonly string[]) {
  return builder
    .selectFrom('assets as asset')
    .leftJoin('asset_provenances as known', 'known.assetId', 'asset.id')
    .select(COLUMNS)
    .where('asset.id', 'in', ids)
    .orderBy('asset.id');
}

function shownOf(row: Row, database: Database): ShownPicture {
  const { name, relationship, aiAssisted, model, toldBy } = originOf(row, database);
  const altText = (row['altText'] ?? row['description'] ?? null) as string | null;
  const told = (['caption', 'credit'] as const).flatMap((each) => (typeof row[each] === 'string' ? [[each, row[each]] as const] : []));
  const part = (['crop', 'focal'] as const).flatMap((each) => {
    const stored = row[each] ?? null;
    return stored === null ? [] : [[each, database.dialect.decode('json', stored)] as const];
  });
  return { relationship, name, altText, aiAssisted, model, toldBy, ...Object.fromEntries([...told, ...part]) };
}
