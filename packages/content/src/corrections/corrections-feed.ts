import type { Call, Database } from '@colophon/core';
import { feedAsAtom } from '../feeds/atom.ts';
import { type AddressedContent, contentAddress, contentUrl } from '../feeds/content-addresses.ts';
import type { Feed, FeedPlace } from '../feeds/feed.ts';
import { feedAsJson } from '../feeds/json-feed.ts';
import type { ContentCorrectionType } from './content-correction.ts';

/** A correction in the public feed, with what it is about. */
export interface FeedEntry {
  readonly id: string;
  readonly contentId: string;
  readonly title: string;
  readonly contentUrl: string | null;
  /** What its address at this site is made of. */
  readonly contentType: string;
  readonly contentStatus: string;
  readonly slug: string;
  readonly context: string;
  readonly tenantId: string | null;
  /** Where readers find it; null where they do not. Without it, it is taken to stand at the site of the feed. */
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
 * The latest corrections that the public may know of, the newest first: of what stands before readers or has been archived,
 * in the caller's tenant and global.
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

/** Says of each correction where readers find what it is about, at the site that it belongs to. */
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

/** Where the piece is: its own address, or the one that it has at this site, as far as that is known. */
function linkOf(entry: FeedEntry, place: FeedPlace | undefined): string | undefined {
  const { contentUrl: original, address } = entry;
  if (original !== null && original !== '') return original;
  if (address !== undefined) return address ?? undefined;
  return place && new URL(contentAddress(addressedOf(entry)), place.home).href;
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
