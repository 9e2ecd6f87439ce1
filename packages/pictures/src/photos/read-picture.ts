import type { Sharp } from 'sharp';
import { PICTURE_FORMATS, readChoice, type Picture, type PictureFormat } from '../parts/picture.ts';
import { withPicture, type PictureLimits } from './open-picture.ts';
import type { ReadableType } from './picture-type.ts';

export interface ReadPictureOptions extends PictureLimits {
  /** The output format; by default JPEG stays JPEG, PNG and GIF become PNG, WebP and AVIF become WebP. */
  readonly format?: PictureFormat;
}

/** The properties of a picture, determined from its bytes. */
export interface PictureFacts {
  readonly mimeType: ReadableType;
  /** In pixels, after applying its orientation. */
  readonly width: number;
  readonly height: number;
  /** Whether it has more than one frame. */
  readonly isAnimated: boolean;
}

/**
 * Re-encodes an untrusted picture: upright, 8-bit sRGB, the first frame only, and without
 * metadata, so that neither a location nor hidden content is kept.
 *
 * @throws {PictureError} `not_a_picture`, `too_large`, `timeout`, `busy`, `not_installed`; `options` with the field.
 */
export function readPicture(bytes: Uint8Array, { format, ...limits }: ReadPictureOptions = {}): Promise<Picture> {
  const outputFormat = format === undefined ? undefined : readChoice(format, PICTURE_FORMATS, 'format');
  return withPicture(bytes, limits, ({ picture, type }) => write(picture, outputFormat ?? formatFor(type)));
}

/** Returns the properties of a picture from its header only. The rest may still be damaged. */
export function describePicture(bytes: Uint8Array, limits: PictureLimits = {}): Promise<PictureFacts> {
  return withPicture(bytes, limits, async ({ type, width, height, isAnimated }) => ({ mimeType: type, width, height, isAnimated }));
}

/** Returns the output format that is the same as the input or closest to it. */
export function formatFor(type: ReadableType): PictureFormat {
  return ({ 'image/jpeg': 'jpeg', 'image/webp': 'webp', 'image/avif': 'webp' } as const)[type as string] ?? 'png';
}

/** Writes without metadata, which is sharp's default. */
export async function write(picture: Sharp, format: PictureFormat): Promise<Picture> {
  // JPEG has no transparency: the background becomes white.
  const opaque = format === 'jpeg' ? picture.flatten({ background: '#ffffff' }) : picture;
  const { data, info } = await opaque.toFormat(format, QUALITY[format]).toBuffer({ resolveWithObject: true });
  return { bytes: data, mimeType: `image/${format}`, width: info.width, height: info.height };
}

const QUALITY = { png: { palette: false }, jpeg: { quality: 85, mozjpeg: false }, webp: { quality: 85 } };
