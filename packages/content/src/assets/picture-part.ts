import { coverInPixels, focalIn, partInPixels, type PixelPart, type PixelSize } from '@colophon/base';
import type { EditionCrop, EditionPoint } from '@colophon/contract';

export type { PixelPart };

/** How a piece shows a picture: a part of it, and the point that stays visible if that is cut further. */
export interface PicturePart {
  readonly crop?: EditionCrop | null | undefined;
  readonly focal?: EditionPoint | null | undefined;
}

/** Width to height of the cards that other sites show of a page. */
export const SOCIAL_RATIO = 1.91;

/** Returns the pixels of a picture that a piece shows. */
export function shownPart(size: PixelSize, { crop }: PicturePart): PixelPart {
  return partInPixels(size, crop);
}

/** Returns the pixels of a picture for the card that other sites show of a page. */
export function socialPart(size: PixelSize, part: PicturePart): PixelPart {
  return coverInPixels(shownPart(size, part), SOCIAL_RATIO, shownFocal(part) ?? undefined);
}

/** Returns the focal point in shares of what is shown; null if there is none. */
export function shownFocal({ crop, focal }: PicturePart): EditionPoint | null {
  return focal ? focalIn(crop, focal) : null;
}

/** Returns whether a part is the whole picture. */
export function isWhole(size: PixelSize, { x, y, width, height }: PixelPart): boolean {
  return x === 0 && y === 0 && width === size.width && height === size.height;
}

/** Returns a part as addresses and `asset_cuts` have it. */
export function cropText({ x, y, width, height }: PixelPart): string {
  return `${x},${y},${width},${height}`;
}

const CROP = /^(0|[1-9]\d{0,5}),(0|[1-9]\d{0,5}),([1-9]\d{0,5}),([1-9]\d{0,5})$/;

/** Reads what `cropText` writes; undefined for anything else. */
export function readCropText(text: string): PixelPart | undefined {
  const found = CROP.exec(text);
  if (!found) return undefined;
  const [x = 0, y = 0, width = 0, height = 0] = found.slice(1).map(Number);
  return { x, y, width, height };
}
