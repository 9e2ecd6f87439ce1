import type { Readable } from 'node:stream';
import { BusyError, ColophonError, type Database } from '@colophon/core';
import { assetFilesOf } from './asset-files.ts';
import type { PixelPart } from '@colophon/base';
import { type AssetCut, AssetCuts, type AssetRendition, AssetRenditions } from './asset-rendition.ts';
import { cropText } from './picture-part.ts';
import { notAPicture, type RenditionFormat, resizedPicture } from './picture-resizer.ts';
import { SHOWN_PICTURES } from './picture-types.ts';
import { releaseFile } from './release-file.ts';
import { describeFile, holdStoredFile, lockFile, storeFile } from './store-file.ts';
import { receiveContent } from './upload-input.ts';

/** The supported widths of resized images in pixels. */
export const RENDITION_WIDTHS = [160, 320, 640, 960, 1280, 1920] as const;
export type RenditionWidth = (typeof RENDITION_WIDTHS)[number];

/** Maximum number of waiting requests. A page shows dozens of pictures at once; each file is read when its turn comes. */
const WAITING = 200;
const FORGOTTEN_MS = 60_000;
const REMEMBERED = 1000;

const running = new WeakMap<Database, Map<string, Promise<KeptRendition>>>();
const refused = new Map<string, { readonly error: ColophonError; readonly until: number }>();
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** The fields of an asset that resizing needs. */
interface Original {
  readonly id: string;
  readonly tenantId: string | null;
  readonly mimeType: string | null;
  openFile(): Promise<Readable>;
}

/** What is wanted of a picture: a width, and if it is not the whole picture, which part and format. */
export interface WantedRendition {
  readonly width: RenditionWidth;
  readonly crop?: PixelPart;
  /** Of a part; the whole picture is WebP. */
  readonly format?: RenditionFormat;
}

/** A stored rendition of either kind. */
type KeptRendition = AssetRendition | AssetCut;

/**
 * Returns a stored image, or a part of it, resized to a width: WebP unless JPEG is wanted, upright, only the first frame, without camera metadata, and never larger than the
 * original. It is generated once and kept in the store, also for concurrent requests.
 *
 * @throws ValidationError `not_a_picture`, BusyError, or 503 `not_installed`
 */
export async function renditionOf(database: Database, asset: Original, wanted: WantedRendition): Promise<KeptRendition> {
  if (!SHOWN_PICTURES.has(asset.mimeType ?? '')) throw notAPicture(`${asset.mimeType ?? 'A file of no known type'} cannot be resized.`);
  const standing = await findRendition(database, asset, wanted);
  if (standing) return standing;
  const { width, crop, format = 'webp' } = wanted;
  const key = [asset.id, width, ...(crop ? [cropText(crop), format] : [])].join(' ');
  const before = refused.get(key);
  if (before && before.until > Date.now()) throw before.error;
  const ofDatabase = running.get(database) ?? new Map<string, Promise<KeptRendition>>();
  running.set(database, ofDatabase);
  let made = ofDatabase.get(key);
  if (!made) {
    // Looked up again: another request may have made it since the first look.
    const make = async (): Promise<KeptRendition> =>
      (await findRendition(database, asset, wanted)) ?? makeRendition(database, asset, wanted);
    made = inTurn(make).finally(() => ofDatabase.delete(key));
    ofDatabase.set(key, made);
  }
  try {
    return await made;
  } catch (error) {
    if (error instanceof ColophonError && error.code === 'not_a_picture') remember(key, error);
    throw error;
  }
}

/**
 * Releases the renditions of an asset in the transaction that deletes it. @returns a function that releases their files, to be called after
 * that
 */
export async function removeRenditions(
  database: Database,
  { id, tenantId }: Pick<Original, 'id' | 'tenantId'>,
): Promise<() => Promise<void>> {
  const renditions: KeptRendition[] = [
    ...(await new AssetRenditions(database).list({ where: { assetId: id }, orderBy: 'width', limit: 1000 })),
    ...(await allCuts(database, id)),
  ];
  for (const each of renditions) await lockFile(database, tenantId, each.sha256);
  return async () => {
    for (const { fileKey } of renditions) await releaseFile(database, fileKey);
  };
}

/** All cuts of an asset, however many pieces show other parts of it. */
async function allCuts(database: Database, assetId: string): Promise<AssetCut[]> {
  const cuts: AssetCut[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins after the one before it
    const page = await new AssetCuts(database).list({
      where: { assetId },
      orderBy: 'id',
      offset: cuts.length,
      limit: 1000,
    });
    cuts.push(...page);
    if (page.length < 1000) return cuts;
  }
}

function findRendition(
  database: Database,
  { id: assetId }: Original,
  { width, crop, format = 'webp' }: WantedRendition,
): Promise<KeptRendition | undefined> {
  return crop
    ? new AssetCuts(database).find({ assetId, crop: cropText(crop), width, format })
    : new AssetRenditions(database).find({ assetId, width });
}

async function makeRendition(database: Database, asset: Original, wanted: WantedRendition): Promise<KeptRendition> {
  const { width, crop, format = 'webp' } = wanted;
  const original = await asset.openFile();
  const bytes = await resizedPicture(assetFilesOf(database).pictures, Buffer.concat(await original.toArray()), {
    width,
    format,
    ...(crop && { crop }),
  });
  const file = await receiveContent(database, bytes);
  try {
    const described = await describeFile(file, `${width}.${format}`);
    const stored = await storeFile(database, file, described);
    const { mimeType, size, sha256 } = described;
    const rendition = { assetId: asset.id, tenantId: asset.tenantId, width, mimeType, size, sha256 };
    let made: KeptRendition | undefined;
    try {
      await holdStoredFile(database, stored, asset.tenantId, async (fileKey) => {
        made = crop
          ? await new AssetCuts(database).add({ ...rendition, fileKey, crop: cropText(crop), format })
          : await new AssetRenditions(database).add({ ...rendition, fileKey });
      });
    } catch (error) {
      // Another process was faster.
      made = await findRendition(database, asset, wanted);
      if (!made) throw error;
    }
    return made as KeptRendition;
  } finally {
    await file.discard();
  }
}

/** Runs work serially. @throws BusyError if too many are already waiting */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= WAITING) throw new BusyError('Too many images are waiting to be resized.');
  waiting += 1;
  const turn = last.then(work).finally(() => (waiting -= 1));
  last = turn.catch(() => undefined);
  return turn;
}

/** A damaged file is not read again for every request. */
function remember(key: string, error: ColophonError): void {
  if (refused.size >= REMEMBERED) refused.clear();
  refused.set(key, { error, until: Date.now() + FORGOTTEN_MS });
}
