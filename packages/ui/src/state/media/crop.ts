import { coverInPixels, focalIn, partInPixels, type PartShares, type PixelSize, type PointShares } from '@colophon/base';

/** What a piece shows of a picture, in shares of its width and height. */
export interface Framing {
  /** The part; all of it if it is `WHOLE`. */
  readonly crop: PartShares;
  /** The point that stays visible where a page cuts it further; null for the middle. */
  readonly focal: PointShares | null;
}

/** An edge of a part: pictures have no reading direction. */
export type Edge = 'left' | 'right' | 'top' | 'bottom';

/** All of a picture. */
export const WHOLE: PartShares = { x: 0, y: 0, width: 1, height: 1 };

/** The least width and height of a part. */
const LEAST = 0.05;

/** The ratios of width to height that readers' pages, and sites with a card of a page, cut pictures to. */
export const PAGE_RATIOS = { lead: 16 / 9, card: 3 / 2, square: 1, social: 1.91 } as const;

/** Moves one edge to a share of the picture; the others stay where they are. */
export function moveEdge(crop: PartShares, edge: Edge, to: number): PartShares {
  const [right, bottom] = [crop.x + crop.width, crop.y + crop.height];
  switch (edge) {
    case 'left': {
      const x = between(to, 0, right - LEAST);
      return { ...crop, x, width: right - x };
    }
    case 'right':
      return { ...crop, width: between(to, crop.x + LEAST, 1) - crop.x };
    case 'top': {
      const y = between(to, 0, bottom - LEAST);
      return { ...crop, y, height: bottom - y };
    }
    case 'bottom':
      return { ...crop, height: between(to, crop.y + LEAST, 1) - crop.y };
  }
}

/** Returns where an edge is. */
export function edgeOf({ x, y, width, height }: PartShares, edge: Edge): number {
  return { left: x, right: x + width, top: y, bottom: y + height }[edge];
}

/** Moves a part, without changing its size; it stops at the edges of the picture. */
export function moveCrop(crop: PartShares, { x, y }: PointShares): PartShares {
  return { ...crop, x: between(crop.x + x, 0, 1 - crop.width), y: between(crop.y + y, 0, 1 - crop.height) };
}

/** Moves a point; it stops at the edges of the picture. */
export function movePoint(point: PointShares, { x, y }: PointShares): PointShares {
  return { x: between(point.x + x, 0, 1), y: between(point.y + y, 0, 1) };
}

/** Returns the largest part with a ratio of width to height, around the focal point. */
export function cropWithRatio(size: PixelSize, ratio: number, focal: PointShares | null): PartShares {
  const { x, y, width, height } = coverInPixels(partInPixels(size), ratio, focal ?? undefined);
  return { x: x / size.width, y: y / size.height, width: width / size.width, height: height / size.height };
}

/** Returns the part that is left where a page cuts what is shown to a ratio. */
export function cutOf(size: PixelSize, { crop, focal }: Framing, ratio: number): PartShares {
  const { x, y, width, height } = coverInPixels(partInPixels(size, crop), ratio, focal ? focalIn(crop, focal) : undefined);
  return { x: x / size.width, y: y / size.height, width: width / size.width, height: height / size.height };
}

/** Returns a part as it is stored, in ten thousandths and within the picture; null for all of it. */
export function storedCrop({ x, y, width, height }: PartShares): PartShares | null {
  const [left, top] = [rounded(x), rounded(y)];
  const crop = { x: left, y: top, width: rounded(Math.min(width, 1 - left)), height: rounded(Math.min(height, 1 - top)) };
  return crop.x === 0 && crop.y === 0 && crop.width === 1 && crop.height === 1 ? null : crop;
}

/** Returns a point as it is stored. */
export function storedPoint(point: PointShares | null): PointShares | null {
  return point && { x: rounded(point.x), y: rounded(point.y) };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
