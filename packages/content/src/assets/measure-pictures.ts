import type { Readable } from 'node:stream';
import { ConflictError, type Database } from '@colophon/core';
import { AllAssetDimensions } from './asset-dimensions.ts';
import { assetFilesOf, isLostFile, keepsFiles } from './asset-files.ts';
import { isUnreadablePicture } from './picture-resizer.ts';
import { SHOWN_PICTURES } from './picture-types.ts';

/** The fields of an asset that measuring needs. */
export interface MeasuredPicture {
  readonly id: string;
  readonly mimeType: string | null;
  openFile(): Promise<Readable>;
}

/** The codes of a resizer that is not installed, or has too much to do. */
const CANNOT_NOW = new Set<unknown>(['not_installed', 'ERR_MODULE_NOT_FOUND', 'busy']);
/** The number of pictures that a sweep measures. */
const AT_ONCE = 100;

/**
 * Measures a stored picture and keeps the result, also that it is none. Without an image resizer nothing is measured: pages then show the
 * file itself.
 *
 * @returns whether it is measured now
 * @throws BusyError, UnavailableError, or 503 `not_installed`; it is tried again by the next sweep
 */
export async function measurePicture(database: Database, asset: MeasuredPicture): Promise<boolean> {
  const load = assetFilesOf(database).pictures;
  if (!load || !SHOWN_PICTURES.has(asset.mimeType ?? '')) return false;
  const library = await load();
  if (!library.describePicture) return false;
  const bytes = Buffer.concat(await (await asset.openFile()).toArray());
  const facts = await library.describePicture(bytes).catch((error: unknown) => {
    if (isUnreadablePicture(error)) return { width: null, height: null, isAnimated: false };
    throw error;
  });
  const { width, height, isAnimated } = facts;
  try {
    await new AllAssetDimensions(database).add({ assetId: asset.id, width, height, isAnimated });
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof ConflictError)) throw error;
  }
  return true;
}

/** Measures pictures that were uploaded by an earlier version, or while that was not possible; the latest first. */
export async function measureMissingPictures(
  database: Database,
  open: (id: string) => Promise<MeasuredPicture | undefined>,
): Promise<number> {
  if (!resizesPictures(database)) return 0;
  const query = database.dialect.builder
    .selectFrom('assets as asset')
    .select('asset.id as id')
    .where('asset.fileKey', 'is not', null)
    .where('asset.mimeType', 'in', [...SHOWN_PICTURES])
    .where((each) =>
      each.not(each.exists(each.selectFrom('asset_dimensions as known').select('known.id').whereRef('known.assetId', '=', 'asset.id'))),
    )
    .orderBy('asset.id', 'desc')
    .limit(AT_ONCE);
  let measured = 0;
  for (const row of await database.all(query.compile())) {
    const asset = await open(String(row['id']));
    try {
      if (asset && (await measurePicture(database, asset))) measured += 1;
    } catch (error) {
      if (CANNOT_NOW.has((error as { readonly code?: unknown }).code)) return measured;
      if (!isLostFile(error)) throw error;
    }
  }
  return measured;
}

/** Returns whether this process serves stored pictures in other widths (`?width=`). */
export function resizesPictures(database: Database): boolean {
  return keepsFiles(database) && assetFilesOf(database).pictures !== undefined;
}
