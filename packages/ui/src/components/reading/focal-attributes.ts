/** The steps between two edges of a picture: 5 % each, as the stylesheet has them. */
const STEPS = 20;

/** A point of a picture, in shares of its width and height. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the attributes of an image by which `.colo-focal` keeps a point visible where the image is cut: a style of its own may be forbidden
 * by the policy of a page.
 */
export function focalAttributes(focal: FocalPoint | null | undefined): {
  readonly 'data-focal-x'?: number;
  readonly 'data-focal-y'?: number;
} {
  if (!focal || !Number.isFinite(focal.x) || !Number.isFinite(focal.y)) return {};
  const step = (share: number): number => Math.round(Math.min(Math.max(share, 0), 1) * STEPS);
  return { 'data-focal-x': step(focal.x), 'data-focal-y': step(focal.y) };
}
