import type { Database } from '@colophon/core';
import { open } from 'node:fs/promises';
import { assetFilesOf } from '../../assets/asset-files.ts';
import { SHOWN_PICTURES } from '../../assets/picture-types.ts';
import type { FileOnDisk } from '../intake/inspect-file.ts';

/** The dimensions of a picture in pixels, as shown; null if unknown. */
export interface PictureSize {
  readonly width: number | null;
  readonly height: number | null;
}

const UNKNOWN: PictureSize = { width: null, height: null };
/** Most headers end within these bytes; otherwise the rest of the file is read. */
const HEADS = [262_144, 50_000_000];

/**
 * Reads the dimensions of a received picture from its header, without decoding it. Unknown if the application has no image library,
 * or the picture is of another type or damaged: an editor decides about such a file, so it is no reason to refuse it.
 */
export async function pictureSize(database: Database, { path, mimeType }: FileOnDisk): Promise<PictureSize> {
  const { pictures } = assetFilesOf(database);
  if (!pictures || !SHOWN_PICTURES.has(mimeType)) return UNKNOWN;
  const describe = await pictures().then(
    (library) => library.describePicture?.bind(library),
    () => undefined,
  );
  if (!describe) return UNKNOWN;
  let before = 0;
  for (const length of HEADS) {
    const head = await beginningOf(path, length);
    if (head.length === before) break;
    before = head.length;
    try {
      const { width, height } = await describe(head, { maximumPixels: Number.MAX_SAFE_INTEGER });
      return { width, height };
    } catch {
      // The header is longer, or the picture is damaged.
    }
  }
  return UNKNOWN;
}

async function beginningOf(path: string, length: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.allocUnsafe(Math.min(size, length));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
