/** A feed, independent of its format. */
export interface Feed {
  /** An IRI that never changes. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** The URLs of its site and of the feed itself, if known. */
  readonly place?: FeedPlace | undefined;
  /** When it last changed; by default when its newest entry did. */
  readonly updated?: string;
  /** The author of entries without one. */
  readonly author: string;
  /** The hub that notifies subscribers (WebSub). */
  readonly hub?: string | undefined;
  readonly entries: readonly FeedItem[];
}

/** The URLs of a feed. */
export interface FeedPlace {
  /** The site that it belongs to. */
  readonly home: string;
  /** The feed itself. */
  readonly self: string;
}

/** One entry of a feed. */
export interface FeedItem {
  /** An IRI that never changes. */
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
  /** Sanitized HTML, or plain text; by default the summary. */
  readonly content?: { readonly html: string } | { readonly text: string } | undefined;
  readonly image?: string | undefined;
  /** Additional members in JSON Feed, each prefixed with `_`. */
  readonly extensions?: Readonly<Record<`_${string}`, unknown>>;
}

/** Returns when a feed last changed. */
export function updatedOf({ updated, entries }: Feed): string {
  return updated ?? entries.reduce((latest, each) => (each.updated > latest ? each.updated : latest), '1970-01-01T00:00:00.000Z');
}
