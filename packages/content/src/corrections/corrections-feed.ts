import type { Call, Database } from '@colophon/core';
import type { ContentCorrectionType } from './content-correction.ts';

/** A correction in the public feed, with what it is about. */
export interface FeedEntry {
  readonly id: string;
  readonly contentId: string;
  readonly title: string;
  readonly contentUrl: string | null;
  readonly type: ContentCorrectionType;
  readonly summary: string;
  readonly note: string | null;
  readonly publishedAt: string;
}

/** JSON Feed 1.1 of corrections. */
export interface CorrectionsFeed {
  readonly version: 'https://jsonfeed.org/version/1.1';
  readonly title: string;
  readonly home_page_url?: string;
  readonly feed_url?: string;
  readonly items: readonly {
    readonly id: string;
    readonly url?: string;
    readonly title: string;
    readonly content_text: string;
    readonly date_published: string;
    readonly tags: readonly string[];
    readonly _correction: { readonly contentId: string; readonly type: ContentCorrectionType };
  }[];
}

/** Where a feed stands, as far as that is known. */
export interface FeedPlace {
  /** The site that it belongs to. */
  readonly home: string;
  /** The feed itself. */
  readonly self: string;
}

const TITLE = 'Corrections';

/**
 * The latest corrections that the public may know of, the newest first: of what stands before readers or has been archived,
 * in the caller's tenant and global.
 */
export async function readCorrectionsFeed(database: Database, call: Call, limit: number): Promise<FeedEntry[]> {
  const { tenantId } = call.caller;
  let query = database.dialect.builder
    .selectFrom('content_corrections as correction')
    .innerJoin('contents as content', 'content.id', 'correction.contentId')
    .select(['correction.id', 'correction.contentId', 'correction.type', 'correction.summary', 'correction.note', 'correction.publishedAt'])
    .select(['content.title', 'content.url as contentUrl'])
    .where('content.status', 'in', ['published', 'archived'])
    .where((each) => each.or([each('content.publish_date', 'is', null), each('content.publish_date', '<=', call.now().toISOString())]));
  if (call.caller.kind !== 'system') {
    query = query.where((each) =>
      each.or([each('content.tenantId', 'is', null), ...(tenantId === null ? [] : [each('content.tenantId', '=', tenantId)])]),
    );
  }
  const ordered = query.orderBy('correction.publishedAt', 'desc').orderBy('correction.id', 'desc').limit(limit);
  return (await database.all(ordered.compile())) as unknown as FeedEntry[];
}

/** The corrections as JSON Feed 1.1. */
export function correctionsAsJsonFeed(entries: readonly FeedEntry[], place?: FeedPlace): CorrectionsFeed {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: TITLE,
    ...(place ? { home_page_url: place.home, feed_url: place.self } : {}),
    items: entries.map((each) => ({
      id: `urn:uuid:${each.id}`,
      ...linkOf(each, place, (url) => ({ url })),
      title: headline(each),
      content_text: textOf(each),
      date_published: each.publishedAt,
      tags: [each.type],
      _correction: { contentId: each.contentId, type: each.type },
    })),
  };
}

/** The corrections as Atom (RFC 4287). */
export function correctionsAsAtom(entries: readonly FeedEntry[], place?: FeedPlace): string {
  const updated = entries[0]?.publishedAt ?? '1970-01-01T00:00:00.000Z';
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    ...(place ? [`<link rel="self" type="application/atom+xml" href="${escaped(place.self)}"/><link href="${escaped(place.home)}"/>`] : []),
    `<id>${place ? escaped(place.self) : 'urn:colophon:corrections'}</id><title>${TITLE}</title><updated>${updated}</updated><author><name>${TITLE}</name></author>`,
    ...entries.map(
      (each) =>
        `<entry><id>urn:uuid:${each.id}</id><title>${escaped(headline(each))}</title><updated>${each.publishedAt}</updated>` +
        (linkOf(each, place, (url) => `<link rel="alternate" href="${escaped(url)}"/>`) ?? '') +
        `<category term="${each.type}"/><content type="text">${escaped(textOf(each))}</content></entry>`,
    ),
    '</feed>',
    '',
  ].join('\n');
}

/** Where the piece is: its own address, or the one that it has at this server, as far as that is known. */
function linkOf<T>({ contentUrl, contentId }: FeedEntry, place: FeedPlace | undefined, make: (url: string) => T): T | undefined {
  if (contentUrl !== null && contentUrl !== '') return make(contentUrl);
  return place && make(new URL(`/api/v1/contents/${encodeURIComponent(contentId)}`, place.home).href);
}

function headline({ type, title }: FeedEntry): string {
  return `${type === 'retraction' ? 'Withdrawn' : type.charAt(0).toUpperCase() + type.slice(1)}: ${title}`;
}

function textOf({ summary, note }: FeedEntry): string {
  return note === null ? summary : `${summary}\n\n${note}`;
}

/** As XML 1.0 takes it: characters that it knows no way to write are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
