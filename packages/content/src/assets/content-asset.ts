import {
  type Call,
  collection,
  type Database,
  integer,
  json,
  object,
  reference,
  type SaveContext,
  text,
  ValidationError,
} from '@colophon/core';
import { absorbLinks } from '../drafts/record/absorb-change.ts';
import type { EditionCrop, EditionPoint } from '@colophon/contract';
import { z } from 'zod';
import { markChanged } from '../editions/record/mark-changed.ts';
import { linkAccess } from '../record/staff-access.ts';
import { besideContents } from '../record/beside-contents.ts';
import { isShownAsPicture } from './picture-types.ts';
import { requireNotShown, type ShowingPiece } from './shown-assets.ts';

/** Sums of shares are not exact. */
const ROUNDING = 1e-9;
/** A share of the width or height. */
const share = z.number().min(0).max(1);
export const Point = z.strictObject({ x: share, y: share });
export const Crop = z
  .strictObject({ x: share, y: share, width: share.gt(0), height: share.gt(0) })
  .refine(({ x, width }) => x + width <= 1 + ROUNDING, { path: ['width'], error: 'x and width together must be at most 1' })
  .refine(({ y, height }) => y + height <= 1 + ROUNDING, { path: ['height'], error: 'y and height together must be at most 1' });

/** The pieces in whose saving a use is removed: they are judged as they will be stored. */
const savedWith = new WeakMap<ContentAsset, ShowingPiece>();

/** The use of an asset by a content record, in a role and at a position. */
export class ContentAsset extends object(
  {
    content_id: reference('contents', { required: true, onDelete: 'cascade' }),
    asset_id: reference('assets', { required: true, onDelete: 'restrict' }),
    relationship: text({
      default: 'attachment',
      maxLength: 100,
      pattern: /^[A-Za-z_]\w*$/,
      description: 'Its role: attachment, thumbnail, inline.',
    }),
    crop: json<EditionCrop>({
      schema: Crop,
      description: 'The part of the picture that this record shows, in shares of its width and height.',
    }),
    focal: json<EditionPoint>({ schema: Point, description: 'The point that stays visible if the picture is cut, in the same shares.' }),
    caption: text({ maxLength: 5000, description: 'What readers are told of it in this record.' }),
    sort_order: integer({ default: 0, minimum: 0, description: 'Its position among the assets.' }),
  },
  {
    table: 'content_assets',
    tenant: true,
    api: true,
    mcp: true,
    access: linkAccess,
    unique: [['content_id', 'asset_id', 'relationship']],
    orderBy: 'sort_order,created_at',
    label: 'Content assets',
    description: 'The assets that content records use, with their roles.',
  },
) {
  protected override async beforeSave({ created, changed, database }: SaveContext): Promise<void> {
    for (const [name, table] of [
      ['content_id', 'contents'],
      ['asset_id', 'assets'],
    ] as const) {
      if (!created && changed.includes(name)) throw fault(name, 'read_only', 'cannot be changed; remove this and attach the other');
      if (!created) continue;
      const query = database.dialect.builder.selectFrom(table).select('tenantId').where('id', '=', String(this[name]));
      const row = await database.first(query.compile());
      const tenantId = row?.['tenantId'] ?? null;
      const shared = table === 'assets' && tenantId === null;
      if (!row || (!shared && tenantId !== this.tenantId))
        throw fault(name, 'not_found', `does not exist in ${table}: ${String(this[name]).slice(0, 200)}`);
    }
    for (const name of ['crop', 'focal'] as const) {
      if (changed.includes(name) && this[name] !== null) await requireCuttable(this, name, database);
    }
  }

  protected override async afterSave({ changed, database, call }: SaveContext): Promise<void> {
    if (changed.length > 0) await markUse(this, database, call);
  }

  protected override async beforeDelete({ database }: SaveContext): Promise<void> {
    await requireNotShown(database, this, savedWith.get(this));
  }

  protected override async afterDelete({ database, call }: SaveContext): Promise<void> {
    await markUse(this, database, call);
  }
}

/** Readers get it, or stop getting it, once the record is published again. */
async function markUse({ content_id, asset_id }: ContentAsset, database: Database, call: Call): Promise<void> {
  const query = database.dialect.builder.selectFrom('assets').select('mimeType').where('id', '=', asset_id);
  const mimeType = (await database.first(query.compile()))?.['mimeType'];
  const isFile = typeof mimeType === 'string' && !mimeType.startsWith('image/');
  const users = [{ table: 'contents', record: 'id', column: 'id', values: [content_id] }] as const;
  await markChanged(database, isFile ? 'file' : 'picture', users, call.now());
  await absorbLinks(database, content_id, call);
}

/**
 * Rejects a crop or focal point that no page could show: of a file that is no picture, and a crop of a picture that no part can be made of.
 *
 * @throws ValidationError `not_a_picture` or `not_croppable`, naming the field
 */
async function requireCuttable({ asset_id }: ContentAsset, name: 'crop' | 'focal', database: Database): Promise<void> {
  const query = database.dialect.builder
    .selectFrom('assets as asset')
    .leftJoin('asset_dimensions as known', 'known.assetId', 'asset.id')
    .select(['asset.mimeType as mimeType', 'asset.fileKey as fileKey', 'known.isAnimated as isAnimated'])
    .where('asset.id', '=', asset_id);
  const row = await database.first(query.compile());
  const mimeType = (row?.['mimeType'] as string | null | undefined) ?? null;
  const isStored = (row?.['fileKey'] ?? null) !== null;
  if (!isShownAsPicture({ mimeType, isStored }))
    throw fault(name, 'not_a_picture', `is of a file of the type ${mimeType ?? 'unknown'}; only PNG, JPEG, WebP, GIF and AVIF have one`);
  if (name === 'focal') return;
  if (!isStored) throw fault(name, 'not_croppable', 'is of a picture at another site; upload the picture, and use that');
  if (row?.['isAnimated']) throw fault(name, 'not_croppable', 'is of an animation, of which a part would not move any more');
}

/** Removes a use as a part of saving its record, whose text in memory may no longer show the asset. @throws ConflictError `in_use` */
export async function removeUse(use: ContentAsset, saved: ShowingPiece): Promise<void> {
  savedWith.set(use, saved);
  await use.delete();
}

/** The assets used by all content. */
export class ContentAssets extends collection(ContentAsset, besideContents) {}

function fault(name: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: `/${name}`, code, detail }]);
}
