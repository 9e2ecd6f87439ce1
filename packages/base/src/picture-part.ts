/** A part of a picture, in shares of its width and height. */
export interface PartShares {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point of a picture, in shares of its width and height. */
export interface PointShares {
  readonly x: number;
  readonly y: number;
}

/** A size in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture in whole pixels, from its upper left corner. */
export interface PixelPart extends PixelSize {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the pixels of a part of a picture: at least one in each direction, and none outside the picture. Without a part, all of them.
 *
 * @param size of the upright picture, in whole pixels
 *
 * @example
 * partInPixels({ width: 400, height: 300 }, { x: 0.25, y: 0, width: 0.5, height: 1 }); // { x: 100, y: 0, width: 200, height: 300 }
 */
export function partInPixels(size: PixelSize, part?: PartShares | null): PixelPart {
  if (!part) return { x: 0, y: 0, ...sizeOf(size) };
  const [x, width] = along(size.width, part.x, part.width);
  const [y, height] = along(size.height, part.y, part.height);
  return { x, y, width, height };
}

/**
 * Returns the largest part of a part of a picture that has a ratio of width to height, as `object-fit: cover` with the object position
 * of `focalIn` shows it: the focal point is always in it.
 *
 * @param focal in shares of the part; the middle by default
 */
export function coverInPixels(part: PixelPart, ratio: number, { x, y }: PointShares = MIDDLE): PixelPart {
  const width = Math.max(1, Math.min(part.width, Math.round(part.height * ratio)));
  const height = Math.max(1, Math.min(part.height, Math.round(part.width / ratio)));
  return { x: part.x + Math.round((part.width - width) * x), y: part.y + Math.round((part.height - height) * y), width, height };
}

/**
 * Returns a focal point in shares of the part that is shown instead of the whole picture; the nearest point of the part if it lies outside.
 */
export function focalIn(part: PartShares | null | undefined, focal: PointShares): PointShares {
  if (!part) return focal;
  return { x: within((focal.x - part.x) / part.width), y: within((focal.y - part.y) / part.height) };
}

const MIDDLE: PointShares = { x: 0.5, y: 0.5 };

function sizeOf({ width, height }: PixelSize): PixelSize {
  return { width, height };
}

/** Start and length in whole pixels. */
function along(pixels: number, start: number, length: number): [number, number] {
  const from = Math.min(Math.round(start * pixels), pixels - 1);
  const to = Math.min(Math.max(Math.round((start + length) * pixels), from + 1), pixels);
  return [from, to - from];
}

function within(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}
