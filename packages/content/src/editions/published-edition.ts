import type { Edition } from './record/current-editions.ts';

/** An edition as the operation that made it returns it, without what it shows. */
export type PublishedEdition = Omit<Edition, 'shown' | 'place'>;

/** Returns an edition without what it shows, which `getPublication` returns. */
export function publishedEdition({ shown: _shown, place: _place, ...edition }: Edition): PublishedEdition {
  return edition;
}
