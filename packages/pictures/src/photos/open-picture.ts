import type { default as SharpFactory, Sharp } from 'sharp';
import { loadPart } from '../parts/load-part.ts';
import { limitRuns } from '../parts/run-limited.ts';
import { PictureError } from '../errors/picture-error.ts';
import { pictureType, type ReadableType } from './picture-type.ts';

export interface PictureLimits {
  /** 50 MB by default. */
  readonly maximumBytes?: number;
  /** Width times height as declared by the picture, before decoding; 50 million by default. */
  readonly maximumPixels?: number;
}

/** A picture whose header was read. */
export interface OpenPicture {
  readonly picture: Sharp;
  readonly type: ReadableType;
  /** As displayed, after applying its orientation. */
  readonly width: number;
  readonly height: number;
  /** Whether it has more than one frame; only the first is read. */
  readonly isAnimated: boolean;
}

const MAXIMUM_BYTES = 50_000_000;
const MAXIMUM_PIXELS = 50_000_000;
const TIMEOUT_SECONDS = 10;

/** One at a time in a process: each may use hundreds of megabytes. */
const limited = limitRuns({ atOnce: 1, waiting: 50 });
let library: Promise<typeof SharpFactory> | undefined;

/**
 * Opens an untrusted picture and processes it: the type is determined from its content, bytes and pixels are limited before
 * decoding, damage is an error, only its first frame is read, and its metadata (place, camera, colour profile) is dropped.
 *
 * @throws {PictureError} `not_a_picture`, `too_large`, `timeout`, `busy`, `not_installed`.
 */
export function withPicture<T>(bytes: Uint8Array, limits: PictureLimits, work: (open: OpenPicture) => Promise<T>): Promise<T> {
  const { maximumBytes = MAXIMUM_BYTES, maximumPixels = MAXIMUM_PIXELS } = limits;
  return limited(async () => {
    if (bytes.byteLength > maximumBytes) throw tooLarge(`The picture has more than ${maximumBytes} bytes.`);
    const type = pictureType(bytes);
    if (type === undefined) throw notAPicture();
    const sharp = await loadSharp();
    try {
      const picture = sharp(bytes, {
        limitInputPixels: maximumPixels,
        failOn: 'error',
        unlimited: false,
        sequentialRead: true,
        autoOrient: true,
      })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toColourspace('srgb');
      const { autoOrient, pages = 1 } = await picture.metadata();
      const { width, height } = autoOrient;
      if (width * height > maximumPixels) throw tooLarge(`The picture has more than ${maximumPixels} pixels.`);
      return await work({ picture, type, width, height, isAnimated: pages > 1 });
    } catch (error) {
      throw explain(error, maximumPixels);
    }
  });
}

async function loadSharp(): Promise<typeof SharpFactory> {
  library ??= loadPart('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  library.catch(() => {
    library = undefined;
  });
  return library;
}

function explain(error: unknown, maximumPixels: number): unknown {
  if (error instanceof PictureError || !(error instanceof Error)) return error;
  if (/pixel limit/i.test(error.message)) return tooLarge(`The picture has more than ${maximumPixels} pixels.`);
  if (/timeout/i.test(error.message)) {
    return new PictureError(`The picture took more than ${TIMEOUT_SECONDS} seconds.`, { code: 'timeout', hint: 'Use a smaller picture.' });
  }
  return notAPicture(error);
}

const tooLarge = (message: string): PictureError => new PictureError(message, { code: 'too_large', hint: 'Use a smaller picture.' });

const notAPicture = (cause?: unknown): PictureError =>
  new PictureError('The bytes are not a PNG, JPEG, WebP, GIF or AVIF picture, or they are damaged.', {
    code: 'not_a_picture',
    hint: 'Provide the bytes of a complete picture, not a URL, text or SVG.',
    cause,
  });
