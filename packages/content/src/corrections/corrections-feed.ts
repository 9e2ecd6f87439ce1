import type { Call, Database } from '@colophon/core';
import { feedAsAtom } from '../feeds/atom.ts';
import { type AddressedContent, standardAddress, contentUrl } from '../feeds/content-addresses.ts';
import type { Feed, FeedPlace } from '../feeds/feed.ts';
import { feedAsJson } from '../feeds/json-feed.ts';
import type { ContentCorrectionType } from './content-correction.ts';

/** A correction in the public feed, with its piece. */
export interface FeedEntry {
  readonly id: string;
  readonly contentId: string;
  readonly title: string;
  readonly contentUrl: string | null;
  /** The parts of its URL at this site. */
  readonly contentType: string;
  readonly contentStatus: string;
  readonly slug: string;
  readonly context: string;
  readonly tenantId: string | null;
  /** The URL for readers; null if there is none. If undefined, the piece is assumed to be on the feed's site, at its standard address. */
  readonly address?: string | null;
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

const TITLE = 'Corrections';

/**
 * Returns the latest public corrections, newest first: of published and archived pieces, of the caller's tenant and global.
 */
export async function readCorrectionsFeed(database: Database, call: Call, limit: number): Promise<FeedEntry[]> {
  const { tenantId } = call.caller;
  let query = database.dialect.builder
    .selectFrom('content_corrections as correction')
    .innerJoin('contents as content', 'content.id', 'correction.contentId')
    .select(['correction.id', 'correction.contentId', 'correction.type', 'correction.summary', 'correction.note', 'correction.publishedAt'])
    .select([
      'content.title',
      'content.url as contentUrl',
      'content.type as contentType',
      'content.status as contentStatus',
      'content.slug',
      'content.context',
      'content.tenantId',
    ])
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

/** Adds to each correction the URL of its piece, on the site that it belongs to. */
export function withAddresses(database: Database, entries: readonly FeedEntry[], baseUrl: string): Promise<FeedEntry[]> {
  return Promise.all(entries.map(async (each) => ({ ...each, address: await contentUrl(database, addressedOf(each), baseUrl) })));
}

/** The corrections as JSON Feed 1.1. */
export function correctionsAsJsonFeed(entries: readonly FeedEntry[], place?: FeedPlace, hub?: string): CorrectionsFeed {
  return feedAsJson(feedOf(entries, place, hub)) as CorrectionsFeed;
}

/** The corrections as Atom (RFC 4287). */
export function correctionsAsAtom(entries: readonly FeedEntry[], place?: FeedPlace, hub?: string): string {
  return feedAsAtom(feedOf(entries, place, hub));
}

function feedOf(entries: readonly FeedEntry[], place: FeedPlace | undefined, hub: string | undefined): Feed {
  return {
    id: place?.self ?? 'urn:colophon:corrections',
    title: TITLE,
    author: TITLE,
    place,
    hub,
    entries: entries.map((each) => ({
      id: `urn:uuid:${each.id}`,
      url: linkOf(each, place),
      title: headline(each),
      published: each.publishedAt,
      updated: each.publishedAt,
      content: { text: textOf(each) },
      tags: [each.type],
      extensions: { _correction: { contentId: each.contentId, type: each.type } },
    })),
  };
}

/** Returns the URL of the piece: its own, or the one on this site, if known. */
function linkOf(entry: FeedEntry, place: FeedPlace | undefined): string | undefined {
  const { contentUrl: original, address } = entry;
  if (original !== null && original !== '') return original;
  if (address !== undefined) return address ?? undefined;
  return place && new URL(standardAddress(addressedOf(entry)), place.home).href;
}

function addressedOf({ contentId: id, contentType: type, slug, context, tenantId }: FeedEntry): AddressedContent {
  return { id, type, slug, context, tenantId };
}

function headline({ type, title }: FeedEntry): string {
  return `${type === 'retraction' ? 'Withdrawn' : type.charAt(0).toUpperCase() + type.slice(1)}: ${title}`;
}

function textOf({ summary, note }: FeedEntry): string {
  return note === null ? summary : `${summary}\n\n${note}`;
}
