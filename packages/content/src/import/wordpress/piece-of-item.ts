import { slugify } from '@colophon/tags';
import type { ContentStatus } from '../../record/content-fields.ts';
import { parseDate } from '../../markdown/dates.ts';
import { assetFilePath } from '../../assets/asset-files.ts';
import { storedFilesIn } from '../site/file-addresses.ts';
import { hashOf } from '../site/hash-of.ts';
import { identityOf } from '../site/same-item.ts';
import type { Galleries } from '../site/html-conversion.ts';
import type { SkipReason } from '../site/import-report.ts';
import type { SourceFile, SourceLink, SourcePiece } from '../site/source-piece.ts';
import { decodedSegment, fileNameOf, NO_WEB_ADDRESS, webAddress } from '../site/web-address.ts';
import type { WxrItem } from './wxr-item.ts';
import type { WxrTerms } from './wxr-terms.ts';

/** Incremented when the mapping of items changes, so that a further import reports it. */
const MAPPING = 2;

/** The data of an export that mapping its pieces needs. */
export interface WxrSite {
  readonly name: string;
  readonly language: string | null;
  readonly terms: WxrTerms;
  /** Names of authors, by login. */
  readonly authors: ReadonlyMap<string, string>;
  /** Ids of assets whose files are stored here, by their former URL. */
  readonly stored: ReadonlyMap<string, string>;
  /** Returns the links in a body to pieces of the site. */
  readonly linksIn: (html: string) => SourceLink[];
  /** Returns the pictures of the galleries of an item. */
  readonly galleriesOf: (item: WxrItem) => Galleries;
  /** Post types besides `post` and `page` that become articles. */
  readonly also: ReadonlySet<string>;
  readonly now: Date;
}

/** Returns the id of an item in its site: its number, or else its URL. */
export function itemId({ fields, line }: WxrItem): string {
  const number = fields.get('wp:post_id')?.trim() ?? '';
  if (/^\d{1,20}$/.test(number) && !/^0+$/.test(number)) return number;
  const address = (fields.get('guid') || fields.get('link') || '').trim();
  return address === '' ? `line ${line}` : address.length <= 500 ? address : hashOf(address);
}

export function itemType({ fields }: WxrItem): string {
  return fields.get('wp:post_type')?.trim() || 'unknown';
}

/** Returns why an item is skipped; undefined if it is imported. */
export function skipReason(item: WxrItem, also: ReadonlySet<string>): SkipReason | undefined {
  const type = itemType(item);
  if (type !== 'post' && type !== 'page' && !also.has(type)) return 'type_not_imported';
  const status = item.fields.get('wp:status')?.trim();
  if (status === 'trash') return 'in_trash';
  if (status === 'auto-draft') return 'auto_draft';
  return (item.fields.get('wp:post_password') ?? '') === '' ? undefined : 'password_protected';
}

/** Returns the piece of a post, a page, or an item of another type. */
export function pieceOf(item: WxrItem, site: WxrSite, note: (name: string) => void): SourcePiece {
  const field = (name: string): string => item.fields.get(name)?.trim() ?? '';
  const { category, tags, taxonomies } = site.terms.map(item);
  const html = item.fields.get('content:encoded') ?? '';
  const files = storedFilesIn(html, site.stored);
  const id = itemId(item);
  const type = itemType(item);
  const creator = field('dc:creator') || field('wp:author');
  const picture = item.meta.get('_thumbnail_id');
  const url = webAddress(field('link'));
  if (url === null && field('link') !== '') note(NO_WEB_ADDRESS);
  const values = {
    sourceType: type,
    type: type === 'page' ? ('document' as const) : ('article' as const),
    title: field('title'),
    description: item.fields.get('excerpt:encoded') ?? '',
    slug: slugOf(field('wp:post_name')),
    category,
    tags,
    authors: creator === '' ? [] : [site.authors.get(creator) ?? creator],
    language: site.language,
    url,
    metadata: {
      import: {
        system: 'wordpress',
        site: site.name,
        id,
        ...(Object.keys(taxonomies).length > 0 ? { taxonomies } : {}),
      },
    },
    ...(picture !== undefined && /^[1-9]\d{0,19}$/.test(picture) ? { picture } : {}),
  };
  const addresses = Object.fromEntries(files.map(([address, assetId]) => [address, assetFilePath(assetId)]));
  const galleries = site.galleriesOf(item);
  const links = site.linksIn(html);
  const [status, date] = [field('wp:status'), dateOf(item)];
  return {
    ...values,
    ...publicationOf(status, date, site.now, note),
    id,
    identity: identityOfItem(item),
    line: item.line,
    // The meaning of the date depends on the day of the import; the item itself is unchanged.
    hash: hashOf(MAPPING, values, status, date, html, files, galleries, links),
    links,
    body: { format: 'html', html, linesAreParagraphs: !/<!--\s*wp:/.test(html), addresses, galleries },
  };
}

/** Returns the file of an attachment. */
export function fileOf(item: WxrItem): SourceFile {
  const field = (name: string): string => item.fields.get(name)?.trim() ?? '';
  const url = webAddress(field('wp:attachment_url')) ?? webAddress(field('guid'));
  const values = {
    sourceType: 'attachment',
    url,
    name: url === null ? field('title') || 'file' : fileNameOf(url),
    altText: item.meta.get('_wp_attachment_image_alt')?.trim() || null,
    description:
      field('excerpt:encoded')
        .replaceAll(/<[^<>]*>/g, ' ')
        .trim() || null,
  };
  return { ...values, id: itemId(item), identity: identityOfItem(item), line: item.line, hash: hashOf(MAPPING, values) };
}

/** WordPress never changes the `guid` of an item; an import into another WordPress keeps its date. */
function identityOfItem({ fields }: WxrItem): string[] {
  const date = readDate(fields.get('wp:post_date'));
  return identityOf(['guid', fields.get('guid')?.trim() ?? ''], ['date', date ?? '']);
}

/** Returns the publication date. A date without a time zone is taken as UTC, because an export contains no time zone. */
function dateOf({ fields }: WxrItem): string | null {
  const gmtDate = readDate(fields.get('wp:post_date_gmt'));
  if (gmtDate !== null) return gmtDate;
  // The dates of unpublished items are those of their last change.
  const isUnpublished = ['draft', 'pending'].includes(fields.get('wp:status')?.trim() ?? '');
  return isUnpublished ? null : (readDate(fields.get('pubDate')?.replace(/^[a-z]{3},\s*/i, '')) ?? readDate(fields.get('wp:post_date')));
}

function readDate(value: string | undefined): string | null {
  const text = value?.trim() ?? '';
  return text.startsWith('0000') || text.includes('-0001') ? null : (parseDate(text) ?? null);
}

interface Publication {
  readonly status: ContentStatus;
  readonly publish_date: string | null;
  readonly publishAt: string | null;
  readonly unpublishAt: null;
}

const STATUSES: Readonly<Record<string, ContentStatus>> = { publish: 'published', draft: 'draft', pending: 'review', private: 'draft' };

/** Content that was not public in WordPress is not published here. */
function publicationOf(wordpressStatus: string, date: string | null, now: Date, note: (name: string) => void): Publication {
  if (wordpressStatus === 'future') {
    const isToCome = date !== null && Date.parse(date) > now.getTime();
    if (!isToCome) note('scheduled for a date that has passed; a draft now');
    return { status: 'draft', publish_date: date, publishAt: isToCome ? date : null, unpublishAt: null };
  }
  const status = Object.hasOwn(STATUSES, wordpressStatus) ? STATUSES[wordpressStatus] : undefined;
  if (status === undefined) note(`status ${wordpressStatus || '(none)'}; a draft now`);
  if (wordpressStatus === 'private') note('status private; a draft now');
  return { status: status ?? 'draft', publish_date: date, publishAt: null, unpublishAt: null };
}

/** Returns a slug that is valid in a URL; empty if it is to be derived from the title. */
function slugOf(segment: string): string {
  const slug = decodedSegment(segment);
  if (slug === '') return '';
  return /^(?!\.{1,2}$)[^\s/\\?#%\p{Cc}\p{Cf}]{1,200}$/u.test(slug) ? slug : slugify(slug);
}
