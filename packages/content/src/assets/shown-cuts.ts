import { type Call, type Database, NotFoundError, type Row } from '@colophon/core';
import type { PixelPart, PixelSize } from '@colophon/base';
import type { EditionCrop, EditionPoint } from '@colophon/contract';
import { preparedQuery } from '../record/prepared-query.ts';
import { visiblePieces } from './readable-file.ts';
import { cropText, shownPart, socialPart } from './picture-part.ts';

/** Pieces whose use of one picture is looked at. */
const MOST = 1000;

const SIZE = preparedQuery((builder, [assetId]) =>
  builder.selectFrom('asset_dimensions').select(['width', 'height']).where('assetId', '=', assetId),
);

/**
 * Checks that a piece shows this part of a picture: parts are made on demand, and nobody can have any number of them made. Readers get those
 * of current editions, the staff also those of what was not published yet.
 *
 * @throws NotFoundError if none does
 */
export async function requireShownCut(
  database: Database,
  assetId: string,
  part: PixelPart,
  { call, isPublic }: { readonly call: Call; readonly isPublic: boolean },
): Promise<void> {
  const [size] = await database.all(SIZE(database.dialect, [assetId]));
  const wanted = cropText(part);
  if (typeof size?.['width'] === 'number' && typeof size['height'] === 'number') {
    const pixels = { width: size['width'], height: size['height'] };
    const isOf = (row: Row): boolean => partsOf(row, pixels, database).some((each) => cropText(each) === wanted);
    const { builder } = database.dialect;
    const shown = builder
      .selectFrom('content_shown_files as shown')
      .select(['shown.crop as crop', 'shown.focal as focal'])
      .where('shown.assetId', '=', assetId)
      .limit(MOST);
    const visible = isPublic ? shown.where('shown.contentId', 'in', visiblePieces(database, call)) : shown;
    if ((await database.all(visible.compile())).some(isOf)) return;
    const used = builder.selectFrom('content_assets').select(['crop', 'focal']).where('asset_id', '=', assetId).limit(MOST);
    if (!isPublic && (await database.all(used.compile())).some(isOf)) return;
  }
  throw new NotFoundError(`No piece shows the part ${wanted} of asset ${assetId.slice(0, 200)}.`, {
    hint: 'Request the file without crop, or a part that a piece shows.',
  });
}

/** The parts that are made for one use: what is shown, and the card for other sites. */
function partsOf(row: Row, size: PixelSize, { dialect }: Database): PixelPart[] {
  const [crop, focal] = ['crop', 'focal'].map((name) => ((row[name] ?? null) === null ? null : dialect.decode('json', row[name] as never)));
  if (crop === null && focal === null) return [];
  const part = { crop: crop as EditionCrop | null, focal: focal as EditionPoint | null };
  return [shownPart(size, part), socialPart(size, part)];
}
