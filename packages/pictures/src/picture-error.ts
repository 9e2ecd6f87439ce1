/**
 * Why a picture was not drawn or read:
 *
 * - `options`: an option is of the wrong kind or out of range; `field` names it.
 * - `coordinates`: latitude or longitude is missing, no number, or outside of the globe.
 * - `not_a_picture`: the bytes are no PNG, JPEG, WebP, GIF or AVIF, or are damaged.
 * - `too_large`: more bytes or pixels than the limits allow.
 * - `timeout`: reading the picture took too long.
 * - `busy`: too many pictures are waiting already; later it will work.
 * - `not_installed`: a part that draws is not installed; `hint` is the command that brings it.
 */
export type PictureErrorCode = 'options' | 'coordinates' | 'not_a_picture' | 'too_large' | 'timeout' | 'busy' | 'not_installed';

export interface PictureErrorDetails {
  readonly code: PictureErrorCode;
  /** The option that is at fault. */
  readonly field?: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** The one error that this package throws on purpose. The message never holds text or bytes that were given. */
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
