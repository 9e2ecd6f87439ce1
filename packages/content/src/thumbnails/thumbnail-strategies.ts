import { port, UsageError } from '@colophon/core';
import { headlineCards, staticMaps } from './drawn-strategies.ts';
import type { ContentIllustrator } from './illustrator.ts';
import { illustrations } from './illustrations.ts';
import type { LoadPictures } from './picture-library.ts';
import type { DrawThumbnail, StrategySettings, ThumbnailPlan, ThumbnailStrategy, ThumbnailSubject } from './strategies.ts';
import { type TileServer, TileSource } from './tile-server.ts';
import type { ThumbnailOptions } from './thumbnail-options.ts';

/** What thumbnails are drawn with. */
export interface ThumbnailSettings {
  /** Loads the library for cards and maps on first use; without it neither is available. */
  readonly pictures?: LoadPictures | undefined;
  /** Generates images by AI, which `pictures` reads and resizes; without it they are not available. */
  readonly illustrator?: ContentIllustrator | undefined;
  /**
   * The tiles of maps; without a server they are drawn from local data. If tiles cannot be fetched, the map is drawn without them, and
   * `metadata.generated.degraded` says so.
   */
  readonly tiles?: TileServer | undefined;
}

/** The strategies by which an application generates thumbnails. */
export class ThumbnailStrategies {
  readonly #strategies = new Map<string, ThumbnailStrategy>();

  /**
   * Has the strategies `headline-card`, `static-map` and `ai-generate`, as far as the settings allow; the others respond with 503.
   *
   * @throws UsageError if the URL of tiles has no `{z}`, `{x}` and `{y}`
   */
  constructor({ pictures, illustrator, tiles }: ThumbnailSettings = {}) {
    if (!pictures) return;
    const card = headlineCards(pictures);
    const map = staticMaps(pictures, tiles && new TileSource(tiles));
    this.add('headline-card', card.draw, card).add('static-map', map.draw, map);
    if (!illustrator) return;
    const illustration = illustrations(illustrator, pictures);
    this.add('ai-generate', illustration.draw, illustration);
  }

  /**
   * Adds a strategy, or replaces the one of that name.
   *
   * @throws UsageError if the name does not consist of lower-case letters, digits and hyphens
   */
  add(name: string, draw: DrawThumbnail, { plan = planOfAll, isPaid = false }: StrategySettings = {}): this {
    if (!/^[a-z][a-z0-9-]{0,99}$/.test(name)) {
      throw new UsageError(
        'The name of a thumbnail strategy must consist of lower-case letters, digits and hyphens, and begin with a letter.',
      );
    }
    this.#strategies.set(name, { draw, plan, isPaid });
    return this;
  }

  get names(): readonly string[] {
    return [...this.#strategies.keys()].toSorted();
  }

  get(name: string): ThumbnailStrategy | undefined {
    return this.#strategies.get(name);
  }
}

/**
 * The strategies of thumbnails; without them nothing is drawn.
 *
 * @example
 * const strategies = new ThumbnailStrategies({ pictures: () => import('@colophon/pictures') });
 * strategies.add('plain', async () => ({ bytes: await readFile('plain.png') }));
 * database.ports.provide(thumbnailStrategies, strategies);
 */
export const thumbnailStrategies = port('thumbnailStrategies', new ThumbnailStrategies());

function planOfAll(subject: ThumbnailSubject, options: ThumbnailOptions): ThumbnailPlan {
  const isDrawn = (name: string): boolean => name !== 'altText' && name !== 'force';
  const given = Object.entries(options).filter(([name, value]) => value !== undefined && isDrawn(name));
  return { drawnFrom: { ...subject, options: Object.fromEntries(given) }, altText: subject.title };
}
