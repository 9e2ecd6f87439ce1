import { PictureError } from '../errors/picture-error.ts';

/** The formats that pictures are written in. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number];
export const PICTURE_FORMATS = ['png', 'webp', 'jpeg'] as const;

/** A picture as bytes. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly mimeType: `image/${PictureFormat}`;
  /** In pixels, as the height. */
  readonly width: number;
  readonly height: number;
}

/** The options of every drawn picture: 1200 by 630 pixels as PNG by default. */
export interface DrawingOptions {
  /** Whole pixels, 200 to 2400. */
  readonly width?: number;
  readonly height?: number;
  readonly format?: PictureFormat;
  /** A language tag (BCP 47) such as `ja`; it selects among fonts. */
  readonly language?: string;
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly format: PictureFormat;
  readonly language?: string;
}

/**
 * Returns the options with their defaults.
 *
 * @throws {PictureError} `options`, with the field.
 */
export function readCanvas({ width = 1200, height = 630, format = 'png', language }: DrawingOptions): Canvas {
  for (const [field, value] of Object.entries({ width, height })) {
    if (!Number.isInteger(value) || value < 200 || value > 2400) {
      throw new PictureError(`${field} must be a whole number from 200 to 2400.`, { code: 'options', field });
    }
  }
  const tag = readLanguage(language);
  return { width, height, format: readChoice(format, PICTURE_FORMATS, 'format'), ...(tag !== undefined && { language: tag }) };
}

/** Requires a value from a list. @throws {PictureError} naming the field */
export function readChoice<T extends string>(value: T, choices: readonly T[], field: string): T {
  if (choices.includes(value)) return value;
  throw new PictureError(`${field} must be one of ${choices.join(', ')}.`, { code: 'options', field });
}

function readLanguage(language: string | undefined): string | undefined {
  if (language === undefined) return undefined;
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    throw new PictureError('language must be a language tag such as en or pt-BR.', { code: 'options', field: 'language' });
  }
}
