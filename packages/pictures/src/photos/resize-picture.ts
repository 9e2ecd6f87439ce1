import { PictureError } from '../errors/picture-error.ts';
import { PICTURE_FORMATS, readChoice, type Picture } from '../parts/picture.ts';
import { withPicture } from './open-picture.ts';
import { formatFor, write, type ReadPictureOptions } from './read-picture.ts';

export interface ResizePictureOptions extends ReadPictureOptions {
  /** In whole pixels, 1 to 10,000. The picture is scaled to fit, keeping its proportions. */
  readonly width: number;
  /** In whole pixels; unlimited by default. */
  readonly height?: number;
  /** The part to show, in whole pixels of the upright picture; all of it by default. */
  readonly crop?: PictureCrop;
  /** Whether to enlarge a smaller picture; false by default. */
  readonly enlarge?: boolean;
}

/** A part of an upright picture in whole pixels, from its upper left corner. */
export interface PictureCrop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Scales a picture, or a part of it, to fit a width, encoded as by `readPicture`.
 *
 * @throws {PictureError} as `readPicture`.
 * @example
 * const small = await resizePicture(bytes, { width: 640, format: 'webp' });
 */
export function resizePicture(bytes: Uint8Array, options: ResizePictureOptions): Promise<Picture> {
  const { width, height, crop, format, enlarge = false, ...limits } = options;
  for (const [field, value] of Object.entries({ width, height })) {
    if (value === undefined && field === 'height') continue;
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 10_000) {
      throw new PictureError(`${field} must be a whole number from 1 to 10000.`, { code: 'options', field });
    }
  }
  const outputFormat = format === undefined ? undefined : readChoice(format, PICTURE_FORMATS, 'format');
  return withPicture(bytes, limits, ({ picture, type, ...size }) => {
    const part = crop === undefined ? picture : picture.extract(partWithin(size, crop));
    return write(
      part.resize({ width, ...(height !== undefined && { height }), fit: 'inside', withoutEnlargement: !enlarge }),
      outputFormat ?? formatFor(type),
    );
  });
}

/** @throws {PictureError} `options` for a part that is not of whole pixels, empty, or not within the picture */
function partWithin(size: { readonly width: number; readonly height: number }, { x, y, width, height }: PictureCrop) {
  const isWithin = x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= size.width && y + height <= size.height;
  if (isWithin && [x, y, width, height].every(Number.isInteger)) return { left: x, top: y, width, height };
  throw new PictureError(`crop must be a part in whole pixels of the ${size.width} × ${size.height} of the picture.`, {
    code: 'options',
    field: 'crop',
  });
}
