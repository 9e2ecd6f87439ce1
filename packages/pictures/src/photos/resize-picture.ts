import { PictureError } from '../errors/picture-error.ts';
import { PICTURE_FORMATS, readChoice, type Picture } from '../parts/picture.ts';
import { withPicture } from './open-picture.ts';
import { formatFor, write, type ReadPictureOptions } from './read-picture.ts';

export interface ResizePictureOptions extends ReadPictureOptions {
  /** In whole pixels, 1 to 10,000. The picture is scaled to fit, keeping its proportions. */
  readonly width: number;
  /** In whole pixels; unlimited by default. */
  readonly height?: number;
  /** Whether to enlarge a smaller picture; false by default. */
  readonly enlarge?: boolean;
}

/**
 * Scales a picture to fit a width, encoded as by `readPicture`.
 *
 * @throws {PictureError} as `readPicture`.
 * @example
 * const small = await resizePicture(bytes, { width: 640, format: 'webp' });
 */
export function resizePicture(bytes: Uint8Array, options: ResizePictureOptions): Promise<Picture> {
  const { width, height, format, enlarge = false, ...limits } = options;
  for (const [field, value] of Object.entries({ width, height })) {
    if (value === undefined && field === 'height') continue;
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 10_000) {
      throw new PictureError(`${field} must be a whole number from 1 to 10000.`, { code: 'options', field });
    }
  }
  const outputFormat = format === undefined ? undefined : readChoice(format, PICTURE_FORMATS, 'format');
  return withPicture(bytes, limits, ({ picture, type }) =>
    write(
      picture.resize({ width, ...(height !== undefined && { height }), fit: 'inside', withoutEnlargement: !enlarge }),
      outputFormat ?? formatFor(type),
    ),
  );
}
