import { BusyError, ColophonError, UnavailableError, ValidationError } from '@colophon/core';

interface Size {
  readonly width?: number;
  readonly height?: number;
  readonly format?: 'png' | 'webp' | 'jpeg';
  readonly language?: string;
}

interface Drawn {
  readonly bytes: Uint8Array;
  readonly missing?: number;
  readonly degraded?: string;
}

interface Card extends Size {
  readonly title: string;
  readonly subtitle?: string | null;
  readonly template?: 'default' | 'news' | 'minimal';
  readonly brandColor?: string;
  readonly backgroundColor?: string;
  readonly logo?: Uint8Array;
}

/** The source of map tiles. */
export interface MapTiles {
  fetchTile(tile: { readonly z: number; readonly x: number; readonly y: number }, signal: AbortSignal): Promise<Uint8Array>;
  readonly attribution: string;
  readonly maxZoom?: number;
}

interface Map extends Size {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom?: number;
  readonly place?: string | null;
  readonly brandColor?: string;
  readonly tiles?: MapTiles;
}

/** The port for rendering. `@colophon/pictures` implements it. */
export interface PictureLibrary {
  drawHeadlineCard(options: Card): Promise<Drawn>;
  drawStaticMap(options: Map): Promise<Drawn>;
  readCoordinates(source: Readonly<Record<string, unknown>>): { readonly latitude: number; readonly longitude: number } | undefined;
  resizePicture(bytes: Uint8Array, options: { width: number; height?: number; format?: 'png' | 'webp' | 'jpeg' }): Promise<Drawn>;
  drawingVersion(): Promise<string>;
}

/** Loads the rendering library on first use. */
export type LoadPictures = () => Promise<PictureLibrary>;

/** An error of the library, recognized by its code: its class is not known here. */
interface PictureFault {
  readonly code: string;
  readonly field?: string | undefined;
  readonly hint?: string | undefined;
  readonly message: string;
}

/** Returns a deliberate error of the library. */
export function pictureFault(error: unknown): PictureFault | undefined {
  return error instanceof Error && error.name === 'PictureError' ? (error as Error & PictureFault) : undefined;
}

/** Runs work of the library, converting its errors to those for the caller. */
export async function withPictureErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = pictureFault(error);
    throw fault ? asAnswer(fault, error) : error;
  }
}

function asAnswer({ code, field, hint, message }: PictureFault, cause: unknown): ColophonError {
  switch (code) {
    case 'busy':
      return new BusyError('Too many images are waiting to be generated.', { cause });
    case 'no_glyphs':
      return invalid('no_glyphs', field ?? 'title', message, hint);
    case 'not_installed':
      return new ColophonError(503, 'not_installed', message, { cause, ...(hint === undefined ? {} : { hint }) });
    case 'coordinates':
      return invalid('coordinates', field ?? 'latitude', message, hint);
    case 'options':
      return invalid('validation', field ?? 'strategy', message, hint);
    case 'not_a_picture':
    case 'too_large':
    case 'timeout':
      // Of the inputs, only a logo is read as an image.
      return invalid('validation', 'logoAssetId', message, hint);
    default:
      return new UnavailableError('The image could not be generated.', { cause });
  }
}

function invalid(code: string, field: string, detail: string, hint: string | undefined): ValidationError {
  return new ValidationError(detail, {
    code,
    errors: [{ pointer: `/${field}`, code: code === 'validation' ? 'not_valid' : code, detail }],
    ...(hint === undefined ? {} : { hint }),
  });
}
