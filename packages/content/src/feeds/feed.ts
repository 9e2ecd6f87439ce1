/** A feed for readers' programs, whatever form it is written in. */
export interface Feed {
  /** An IRI that stays the same for as long as the feed exists. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** The site that it belongs to, and the feed itself, as far as that is known. */
  readonly place?: FeedPlace | undefined;
  /** When it last changed; without it, when its newest entry did. */
  readonly updated?: string;
  /** Who stands behind entries that name nobody. */
  readonly author: string;
  /** The hub that tells subscribers of news (WebSub). */
  readonly hub?: string | undefined;
  readonly entries: readonly FeedItem[];
}

/** Where a feed stands. */
export interface FeedPlace {
  /** The site that it belongs to. */
  readonly home: string;
  /** The feed itself. */
  readonly self: string;
}

/** One entry of a feed. */
export interface FeedItem {
  /** An IRI that stays the same whatever becomes of the entry. */
  readonly id: string;
  readonly url?: string | undefined;
  readonly title: string;
  readonly published?: string | undefined;
  readonly updated: string;
  readonly authors?: readonly string[];
  readonly tags?: readonly string[];
  readonly language?: string | null | undefined;
  /** In plain text. */
  readonly summary?: string | null | undefined;
  /** Clean HTML, or plain text; without either the summary stands for it. */
  readonly content?: { readonly html: string } | { readonly text: string } | undefined;
  readonly image?: string | undefined;
  /** Members of its own in JSON Feed, each named with `_` in front. */
  readonly extensions?: Readonly<Record<`_${string}`, unknown>>;
}

/** When a feed last changed. */
export function updatedOf({ updated, entries }: Feed): string {
  return updated ?? entries.reduce((latest, each) => (each.updated > latest ? each.updated : latest), '1970-01-01T00:00:00.000Z');
}
