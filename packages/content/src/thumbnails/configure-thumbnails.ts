import { headlineCards, staticMaps } from './drawn-strategies.ts';
import type { ContentIllustrator } from './illustrator.ts';
import { illustrations } from './illustrations.ts';
import type { LoadPictures } from './picture-library.ts';
import { registerThumbnailStrategy } from './strategies.ts';

/** Who draws thumbnails in this process. */
export interface ThumbnailSettings {
  /** Loads the library that draws cards and maps, at the first picture; without it there are neither. */
  readonly pictures?: LoadPictures | undefined;
  /** Draws pictures by AI, which `pictures` reads and makes fit; without it there are none. */
  readonly illustrator?: ContentIllustrator | undefined;
}

/**
 * Says who draws the thumbnails of the strategies `headline-card`, `static-map` and `ai-generate` in this process. What nobody
 * draws answers 503.
 *
 * @example
 * configureThumbnails({ pictures: () => import('@colophon/pictures') });
 */
export function configureThumbnails({ pictures, illustrator }: ThumbnailSettings): void {
  const card = pictures && headlineCards(pictures);
  const map = pictures && staticMaps(pictures);
  const illustration = pictures && illustrator && illustrations(illustrator, pictures);
  registerThumbnailStrategy('headline-card', card?.draw, card);
  registerThumbnailStrategy('static-map', map?.draw, map);
  registerThumbnailStrategy('ai-generate', illustration?.draw, illustration);
}
