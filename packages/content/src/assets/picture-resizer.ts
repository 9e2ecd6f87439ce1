import { BusyError, ColophonError, UnavailableError, ValidationError } from '@colophon/core';

/** The formats of resized images: JPEG for programs that read no other. */
export type RenditionFormat = 'webp' | 'jpeg';

/** What is made of an image. */
export interface PictureResizing {
  readonly width: number;
  readonly format: RenditionFormat;
  /** The part to show, in whole pixels of the upright image; all of it by default. */
  readonly crop?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** The port for resizing images. `@colophon/pictures` implements it. */
export interface PictureResizer {
  resizePicture(bytes: Uint8Array, options: PictureResizing): Promise<{ readonly bytes: Uint8Array }>;
  /**
   * Reads the size of an image, upright, from its header. Without it, sizes are not recorded, and pages do not offer other widths.
   *
   * @param limits an image with more pixels is refused
   */
  describePicture?(bytes: Uint8Array, limits?: { maximumPixels: number }): Promise<PictureSize>;
}

/** The size of an image in pixels, and whether it has more than one frame: a resized image has only the first. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

/** Returns whether an error of the library is about the bytes: no other attempt would read them. */
export function isUnreadablePicture(error: unknown): boolean {
  const code = error instanceof Error ? (error as Error & { readonly code?: unknown }).code : undefined;
  return code === 'not_a_picture' || code === 'too_large';
}

/** Loads the image resizer on first use. */
export type LoadResizer = () => Promise<PictureResizer>;

const NOT_INSTALLED = 'not_installed';

/** Resizes an image, or a part of it, to a width. @throws ValidationError `not_a_picture`, BusyError, or 503 `not_installed` */
export async function resizedPicture(load: LoadResizer | undefined, bytes: Uint8Array, wanted: PictureResizing): Promise<Uint8Array> {
  if (!load) throw notInstalled('Pass pictures: () => import("@colophon/pictures") to the port assetFiles');
  try {
    const library = await load();
    return (await library.resizePicture(bytes, wanted)).bytes;
  } catch (error) {
    throw asAnswer(error);
  }
}

/** Recognizes errors of the library by their codes: its class is not known here. */
function asAnswer(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, hint } = error as Error & { readonly code?: unknown; readonly hint?: string };
  switch (code) {
    case 'not_a_picture':
    case 'too_large':
    case 'timeout':
      return notAPicture('The file is damaged, or too large to be resized; request it without width.', error);
    case 'busy':
      return new BusyError('Too many images are waiting to be resized.', { cause: error });
    case NOT_INSTALLED:
    case 'ERR_MODULE_NOT_FOUND':
      return notInstalled(hint ?? 'npm install @colophon/pictures sharp', error);
    default:
      return new UnavailableError('The image could not be resized.', { cause: error });
  }
}

export function notAPicture(detail: string, cause?: unknown): ValidationError {
  return new ValidationError(detail, { code: 'not_a_picture', errors: [{ pointer: '/width', code: 'not_a_picture', detail }], cause });
}

function notInstalled(hint: string, cause?: unknown): ColophonError {
  return new ColophonError(503, NOT_INSTALLED, 'This application does not resize images; request the file without width.', {
    hint,
    cause,
  });
}
