import type { Feed, FeedItem } from './feed.ts';

/** JSON Feed 1.1 (https://jsonfeed.org/version/1.1). */
export interface JsonFeed {
  readonly version: 'https://jsonfeed.org/version/1.1';
  readonly title: string;
  readonly description?: string;
  readonly home_page_url?: string;
  readonly feed_url?: string;
  readonly hubs?: readonly { readonly type: 'WebSub'; readonly url: string }[];
  readonly items: readonly JsonFeedItem[];
}

/** An entry of a JSON Feed. */
export interface JsonFeedItem {
  readonly id: string;
  readonly url?: string;
  readonly title: string;
  readonly content_html?: string;
  readonly content_text?: string;
  readonly summary?: string;
  readonly image?: string;
  readonly date_published?: string;
  readonly date_modified?: string;
  readonly authors?: readonly { readonly name: string }[];
  readonly tags?: readonly string[];
  readonly language?: string;
}

/** Serializes a feed as JSON Feed 1.1. */
export function feedAsJson(feed: Feed): JsonFeed {
  const { place, description, hub } = feed;
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    ...(description === undefined ? {} : { description }),
    ...(place ? { home_page_url: place.home, feed_url: place.self } : {}),
    ...(hub === undefined ? {} : { hubs: [{ type: 'WebSub' as const, url: hub }] }),
    items: feed.entries.map(item),
  };
}

function item(entry: FeedItem): JsonFeedItem {
  const { content, summary } = entry;
  return {
    id: entry.id,
    ...(entry.url === undefined ? {} : { url: entry.url }),
    title: entry.title,
    // One of the two must be there.
    ...(content !== undefined && 'html' in content
      ? { content_html: content.html }
      : { content_text: content?.text ?? summary ?? entry.title }),
    ...(summary ? { summary } : {}),
    ...(entry.image === undefined ? {} : { image: entry.image }),
    date_published: entry.published ?? entry.updated,
    ...(entry.published === undefined || entry.updated === entry.published ? {} : { date_modified: entry.updated }),
    ...(entry.authors && entry.authors.length > 0 ? { authors: entry.authors.map((name) => ({ name })) } : {}),
    ...(entry.tags ? { tags: entry.tags } : {}),
    ...(entry.language ? { language: entry.language } : {}),
    ...entry.extensions,
  };
}
