import { headlineCards, staticMaps } from './drawn-strategies.ts';
import type { ContentIllustrator } from './illustrator.ts';
import { illustrations } from './illustrations.ts';
import type { LoadPictures } from './picture-library.ts';
import { registerThumbnailStrategy } from './strategies.ts';

/** The settings for generating thumbnails in this process. */
export interface ThumbnailSettings {
  /** Loads the library for cards and maps on first use; without it neither is available. */
  readonly pictures?: LoadPictures | undefined;
  /** Generates images by AI, which `pictures` reads and resizes; without it they are not available. */
  readonly illustrator?: ContentIllustrator | undefined;
}

/**
 * Configures the strategies `headline-card`, `static-map` and `ai-generate` in this process. A strategy that is not configured answers 503.
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
