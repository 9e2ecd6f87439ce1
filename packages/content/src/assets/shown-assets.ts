import { type Call, ConflictError, type Database } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { lockContent } from '../record/lock-content.ts';

/** The parts of a piece that decide which assets its page shows. */
export type ShowingPiece = Pick<ContentRecord, 'id' | 'title' | 'status' | 'body' | 'thumbnailAssetId'>;

/** The number of pieces that an error names. */
const NAMED = 5;

/** Returns whether the text of a piece shows or links the stored file of an asset. */
export function showsInText({ body }: Pick<ShowingPiece, 'body'>, assetId: string): boolean {
  return body.includes(`/assets/${assetId}/file`);
}

/**
 * Rejects the removal of a use without which a published piece would show a broken picture: readers get only files that a visible piece
 * uses. The text of a published piece changes only through its gate, and what it shows neither.
 *
 * The piece is locked first, so that it is neither published nor changed between the check and the removal.
 *
 * @param saved the piece as it is about to be saved, if the removal is a part of that
 * @throws ConflictError `in_use`, naming the piece
 */
export async function requireNotShown(
  database: Database,
  { content_id, asset_id, relationship }: { readonly content_id: string; readonly asset_id: string; readonly relationship: string },
  saved?: ShowingPiece,
): Promise<void> {
  await lockContent(database, content_id);
  const piece = saved ?? (await readPiece(database, content_id));
  if (piece?.status !== 'published') return;
  const isThumbnail = piece.thumbnailAssetId === asset_id;
  const inText = showsInText(piece, asset_id);
  // Any other use of the same asset keeps its file readable, and the thumbnail is always one.
  if (!(isThumbnail && relationship === 'thumbnail') && !(inText && (await isOnlyUse(database, { content_id, asset_id, relationship }))))
    return;
  const where = isThumbnail ? 'as its thumbnail' : 'in its text';
  throw new ConflictError(`The published piece “${piece.title}” (${piece.id}) shows asset ${asset_id} ${where}.`, {
    code: 'in_use',
    hint: isThumbnail
      ? 'Set another thumbnail, or none, in the piece; that passes its gate.'
      : 'Remove it from the text of the piece first; that passes its gate.',
    extensions: { usedBy: [{ id: piece.id, title: piece.title }] },
  });
}

async function readPiece(database: Database, id: string): Promise<ShowingPiece | undefined> {
  const query = database.dialect.builder
    .selectFrom('contents')
    .select(['id', 'title', 'status', 'body', 'thumbnailAssetId'])
    .where('id', '=', id);
  const row = await database.first(query.compile());
  return row as ShowingPiece | undefined;
}

async function isOnlyUse(
  database: Database,
  { content_id, asset_id, relationship }: { readonly content_id: string; readonly asset_id: string; readonly relationship: string },
): Promise<boolean> {
  const query = database.dialect.builder
    .selectFrom('content_assets')
    .select('id')
    .where('content_id', '=', content_id)
    .where('asset_id', '=', asset_id)
    .where('relationship', '!=', relationship)
    .limit(1);
  return (await database.first(query.compile())) === undefined;
}

/** Which of the pieces that use an asset are meant: all, or the published ones that have it as their thumbnail. */
export type AssetUsers = 'all' | 'published thumbnail';

/**
 * Rejects a change of an asset that pieces use, and names those that the caller can see; of other tenants' pieces it says only that there
 * are some.
 *
 * @throws ConflictError `in_use`
 */
export async function requireUnused(
  database: Database,
  assetId: string,
  call: Call,
  { users = 'all' }: { users?: AssetUsers } = {},
): Promise<void> {
  const { builder } = database.dialect;
  const using = builder.selectFrom('content_assets').select('content_id').where('asset_id', '=', assetId);
  // Readers still get what their edition shows, although the piece no longer uses it.
  const showing = builder.selectFrom('content_shown_files').select('contentId').where('assetId', '=', assetId);
  let query = builder
    .selectFrom('contents as content')
    .select(['content.id as id', 'content.title as title', 'content.tenantId as tenantId'])
    .where((each) => each.or([each('content.id', 'in', using), each('content.id', 'in', showing)]));
  if (users === 'published thumbnail')
    query = query.where('content.thumbnailAssetId', '=', assetId).where('content.status', '=', 'published');
  const { caller } = call;
  const isOwn = (tenantId: unknown): boolean => caller.kind === 'system' || (tenantId ?? null) === caller.tenantId;
  const rows = await database.all(query.orderBy('content.id').limit(1000).compile());
  if (rows.length === 0) return;
  const own = rows.filter((row) => isOwn(row['tenantId']));
  const named = own.slice(0, NAMED).map((row) => ({ id: String(row['id']), title: String(row['title']) }));
  const names = named.map(({ id, title }) => `“${title}” (${id})`);
  if (own.length > NAMED) names.push(`${own.length - NAMED} more`);
  if (own.length < rows.length) names.push('pieces of other publishers');
  throw new ConflictError(`Asset ${assetId} is in use by ${names.join(', ')}.`, {
    code: 'in_use',
    hint:
      users === 'all'
        ? 'Remove it from these pieces first; publish those again that readers get with it.'
        : 'Upload the other picture as a new asset and set it as the thumbnail; that passes the gate of each piece.',
    extensions: { usedBy: named },
  });
}
