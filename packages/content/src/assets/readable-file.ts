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

/** Returns whether a piece visible to readers of the caller's tenant uses the asset: published, and due. */
async function isUsedInPublic(database: Database, id: string, call: Call): Promise<boolean> {
  const { tenantId } = call.caller;
  const query = database.dialect.builder
    .selectFrom('content_assets as use')
    .innerJoin('contents as content', 'content.id', 'use.content_id')
    .select('use.id')
    .where('use.asset_id', '=', id)
    .where('content.status', '=', 'published')
    .where((each) => each.or([each('content.publish_date', 'is', null), each('content.publish_date', '<=', call.now().toISOString())]))
    .where((each) =>
      each.or([each('content.tenantId', 'is', null), ...(tenantId === null ? [] : [each('content.tenantId', '=', tenantId)])]),
    )
    .limit(1);
  return (await database.first(query.compile())) !== undefined;
}
