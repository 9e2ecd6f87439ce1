export { isLoopbackHost } from './loopback-host.ts';
export { nearest } from './nearest.ts';
export { coverInPixels, focalIn, partInPixels } from './picture-part.ts';
export type { PartShares, PixelPart, PixelSize, PointShares } from './picture-part.ts';
export { isPlainObject } from './plain-object.ts';
export { readRetryAfter } from './retry-after.ts';
