import type { Sharp } from 'sharp';
import { PICTURE_FORMATS, readChoice, type Picture, type PictureFormat } from '../picture.ts';
import { withPicture, type PictureLimits } from './open-picture.ts';
import type { ReadableType } from './picture-type.ts';

export interface ReadPictureOptions extends PictureLimits {
  /** What it is written as; unless said otherwise JPEG stays JPEG, PNG and GIF become PNG, WebP and AVIF become WebP. */
  readonly format?: PictureFormat;
}

/** What a picture is, by its bytes. */
export interface PictureFacts {
  readonly mimeType: ReadableType;
  /** In pixels, turned as its orientation says. */
  readonly width: number;
  readonly height: number;
}

/**
 * Reads a picture of somebody else's and writes it anew: turned upright, 8-bit sRGB, the first frame alone, and without any
 * metadata, so that neither a place nor anything that hides in the file goes on.
 *
 * @throws {PictureError} `not_a_picture`, `too_large`, `timeout`, `busy`, `not_installed`; `options` with the field.
 */
export function readPicture(bytes: Uint8Array, { format, ...limits }: ReadPictureOptions = {}): Promise<Picture> {
  const asked = format === undefined ? undefined : readChoice(format, PICTURE_FORMATS, 'format');
  return withPicture(bytes, limits, ({ picture, type }) => write(picture, asked ?? formatFor(type)));
}

/** What a picture is, from its header alone. It may still turn out to be damaged. */
export function describePicture(bytes: Uint8Array, limits: PictureLimits = {}): Promise<PictureFacts> {
  return withPicture(bytes, limits, async ({ type, width, height }) => ({ mimeType: type, width, height }));
}

/** The format that a picture stays in, or comes nearest to. */
export function formatFor(type: ReadableType): PictureFormat {
  return ({ 'image/jpeg': 'jpeg', 'image/webp': 'webp', 'image/avif': 'webp' } as const)[type as string] ?? 'png';
}

/** Writes without metadata, which is what sharp does when nothing is asked for. */
export async function write(picture: Sharp, format: PictureFormat): Promise<Picture> {
  // JPEG has no transparency: what shines through is white.
  const opaque = format === 'jpeg' ? picture.flatten({ background: '#ffffff' }) : picture;
  const { data, info } = await opaque.toFormat(format, QUALITY[format]).toBuffer({ resolveWithObject: true });
  return { bytes: data, mimeType: `image/${format}`, width: info.width, height: info.height };
}

const QUALITY = { png: { palette: false }, jpeg: { quality: 85, mozjpeg: false }, webp: { quality: 85 } };
