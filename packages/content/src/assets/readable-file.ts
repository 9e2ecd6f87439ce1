import { type Call, type Database, hasRole, NotFoundError } from '@colophon/core';
import { type Asset, Assets } from './asset.ts';

/** A stored file that a call may read. */
export interface ReadableFile {
  readonly asset: Asset;
  readonly fileKey: string;
  /** Everyone can read it: published content uses it. */
  readonly isPublic: boolean;
}

/**
 * Returns the stored file of an asset: for callers who can read the asset, and for everyone while content that they can see uses it.
 *
 * @throws NotFoundError if there is none, or none that is visible to the caller
 */
export async function readableFile(database: Database, id: string, call: Call): Promise<ReadableFile> {
  const own = hasRole(call.caller, 'viewer') ? await new Assets(database, call).get(id) : undefined;
  const asset = own ?? ((await isUsedInPublic(database, id, call)) ? await new Assets(database).get(id) : undefined);
  const fileKey = asset?.fileKey ?? null;
  if (!asset || fileKey === null) throw new NotFoundError(`There is no stored file of asset ${id.slice(0, 200)}.`);
  return { asset, fileKey, isPublic: !own };
}

/**
 * Returns whether the edition of a piece visible to readers of the caller's tenant shows the asset: published, and due. A piece that was
 * published before there were editions shows what it uses, until it has one.
 */
async function isUsedInPublic(database: Database, id: string, call: Call): Promise<boolean> {
  const { builder } = database.dialect;
  const shown = builder.selectFrom('content_shown_files').select('contentId').where('assetId', '=', id);
  const used = builder
    .selectFrom('content_assets as use')
    .select('use.content_id')
    .where('use.asset_id', '=', id)
    .where((each) =>
      each.not(
        each.exists(
          each.selectFrom('content_editions as edition').select('edition.id').whereRef('edition.contentId', '=', 'use.content_id'),
        ),
      ),
    );
  const query = visiblePieces(database, call)
    .where((each) => each.or([each('content.id', 'in', shown), each('content.id', 'in', used)]))
    .limit(1);
  return (await database.first(query.compile())) !== undefined;
}

/** The ids of the pieces that readers of the caller's tenant see: published, and due. */
export function visiblePieces({ dialect }: Database, call: Call) {
  const { tenantId } = call.caller;
  return dialect.builder
    .selectFrom('contents as content')
    .select('content.id')
    .where('content.status', '=', 'published')
    .where((each) => each.or([each('content.publish_date', 'is', null), each('content.publish_date', '<=', call.now().toISOString())]))
    .where((each) =>
      each.or([each('content.tenantId', 'is', null), ...(tenantId === null ? [] : [each('content.tenantId', '=', tenantId)])]),
    );
}
