/**
 * The reasons why a picture was not drawn or read:
 *
 * - `options`: an option is of the wrong kind or out of range; `field` names it.
 * - `coordinates`: latitude or longitude is missing, not a number, or out of range.
 * - `not_a_picture`: the bytes are not PNG, JPEG, WebP, GIF or AVIF, or are damaged.
 * - `too_large`: more bytes or pixels than the limits allow.
 * - `timeout`: reading the picture took too long.
 * - `busy`: too many pictures are waiting; retry later.
 * - `no_glyphs`: the installed fonts lack most letters of the text, so the picture would say nothing; `hint` is the command that
 *   installs the font, if there is one.
 * - `not_installed`: a package for drawing is not installed; `hint` is the command that installs it.
 */
export type PictureErrorCode =
  | 'options'
  | 'coordinates'
  | 'not_a_picture'
  | 'too_large'
  | 'timeout'
  | 'busy'
  | 'no_glyphs'
  | 'not_installed';

export interface PictureErrorDetails {
  readonly code: PictureErrorCode;
  /** The invalid option. */
  readonly field?: string;
  /** A remedy. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** The error of this package. Its message never contains input text or bytes. */
export class PictureError extends Error {
  readonly code: PictureErrorCode;
  readonly field: string | undefined;
  readonly hint: string | undefined;

  constructor(message: string, { code, field, hint, cause }: PictureErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PictureError';
    this.code = code;
    this.field = field;
    this.hint = hint;
  }
}
