import type { Readable } from 'node:stream';
import { BusyError, ColophonError, type Database, MalformedError } from '@colophon/core';
import { assetFilesOf } from './asset-files.ts';
import { type AssetRendition, AssetRenditions } from './asset-rendition.ts';
import { notAPicture, resizedPicture } from './picture-resizer.ts';
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

const running = new WeakMap<Database, Map<string, Promise<AssetRendition>>>();
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

/** Returns the requested width; undefined for the file itself. @throws MalformedError naming the widths */
export function requestedWidth(query: URLSearchParams): RenditionWidth | undefined {
  const given = query.getAll('width');
  if (given.length === 0) return undefined;
  const width = RENDITION_WIDTHS.find((each) => given.length === 1 && String(each) === given[0]);
  if (width !== undefined) return width;
  const detail = `must be one of ${RENDITION_WIDTHS.join(', ')}`;
  throw new MalformedError(`width: ${detail}.`, { code: 'faulty_query', errors: [{ pointer: '/width', code: 'bad_parameter', detail }] });
}

/**
 * Returns a stored image resized to a width: WebP, upright, only the first frame, without camera metadata, and never larger than the
 * original. It is generated once and kept in the store, also for concurrent requests.
 *
 * @throws ValidationError `not_a_picture`, BusyError, or 503 `not_installed`
 */
export async function renditionOf(database: Database, asset: Original, width: RenditionWidth): Promise<AssetRendition> {
  if (!SHOWN_PICTURES.has(asset.mimeType ?? '')) throw notAPicture(`${asset.mimeType ?? 'A file of no known type'} cannot be resized.`);
  const renditions = new AssetRenditions(database);
  const standing = await renditions.find({ assetId: asset.id, width });
  if (standing) return standing;
  const key = `${asset.id} ${width}`;
  const before = refused.get(key);
  if (before && before.until > Date.now()) throw before.error;
  const ofDatabase = running.get(database) ?? new Map<string, Promise<AssetRendition>>();
  running.set(database, ofDatabase);
  let made = ofDatabase.get(key);
  if (!made) {
    // Looked up again: another request may have made it since the first look.
    const make = async (): Promise<AssetRendition> =>
      (await renditions.find({ assetId: asset.id, width })) ?? makeRendition(database, asset, width);
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
  const renditions = await new AssetRenditions(database).list({ where: { assetId: id }, orderBy: 'width', limit: 1000 });
  for (const each of renditions) await lockFile(database, tenantId, each.sha256);
  return async () => {
    for (const { fileKey } of renditions) await releaseFile(database, fileKey);
  };
}

async function makeRendition(database: Database, asset: Original, width: RenditionWidth): Promise<AssetRendition> {
  const original = await asset.openFile();
  const bytes = await resizedPicture(assetFilesOf(database).pictures, Buffer.concat(await original.toArray()), width);
  const file = await receiveContent(database, bytes);
  try {
    const described = await describeFile(file, `${width}.webp`);
    const stored = await storeFile(database, file, described);
    const renditions = new AssetRenditions(database);
    const { mimeType, size, sha256 } = described;
    const rendition = { assetId: asset.id, tenantId: asset.tenantId, width, mimeType, size, sha256 };
    let made: AssetRendition | undefined;
    try {
      await holdStoredFile(database, stored, asset.tenantId, async (fileKey) => {
        made = await renditions.add({ ...rendition, fileKey });
      });
    } catch (error) {
      // Another process was faster.
      made = await renditions.find({ assetId: asset.id, width });
      if (!made) throw error;
    }
    return made as AssetRendition;
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
