import type { JsonObject, JsonValue } from '@colophon/core';
import { parseDate } from '../../markdown/dates.ts';
import { isObject, readColumns } from '../../markdown/columns.ts';
import { MarkdownError } from '../../markdown/markdown-error.ts';
import type { FrontMatterEntry } from '../../markdown/read-yaml.ts';
import { postOf } from '../../markdown/post.ts';
import { withoutPastDates } from '../past-dates.ts';
import { languageOf } from '../site/language-of.ts';
import { hashOf } from '../site/hash-of.ts';
import type { SourcePiece, SourceTag } from '../site/source-piece.ts';
import { webAddress } from '../site/web-address.ts';
import type { SiteText } from './front-matter.ts';
import type { SitePage } from './site-files.ts';
import type { SiteSettings } from './site-settings.ts';

/** Incremented when the mapping of files changes, so that a further import reports it. */
const MAPPING = 1;

/** A page with its text, and the assets of its bundle. */
export interface ReadPage {
  readonly page: SitePage;
  readonly text: SiteText;
  readonly sha256: string;
  /** The id of the asset of each file of its bundle, by path. */
  readonly assets: ReadonlyMap<string, string | null | undefined>;
}

/** Returns the piece of a page of a Hugo or Jekyll site. @throws MarkdownError for an invalid value */
export function pieceOfPage(
  { page, text, sha256, assets }: ReadPage,
  settings: SiteSettings,
  { now, addressOf, note }: { now: Date; addressOf: (assetId: string) => string; note: (name: string) => void },
): SourcePiece {
  const entries: ReadonlyMap<string, FrontMatterEntry> = text.entries ?? new Map<string, FrontMatterEntry>();
  const read = readColumns(entries);
  const value = (...names: string[]): JsonValue | undefined => names.map((name) => entries.get(name)?.value).find((each) => each != null);
  const { columns, metadata } = postOf({ ...read, frontMatter: null, document: undefined, body: text.body }, page.name);
  const taxonomies = value('taxonomies');
  const inTaxonomy = (name: string): JsonValue | undefined => (isObject(taxonomies) ? taxonomies[name] : undefined);
  const categories = words(value('categories') ?? inTaxonomy('categories'), settings);
  const tags = [...words(value('tags') ?? inTaxonomy('tags'), settings), ...categories.slice(1)];
  const publishDate = dateOf(entries, 'publishDate', 'publishdate', 'pubDate');
  const expiryDate = dateOf(entries, 'expiryDate', 'expirydate', 'unpublishDate') ?? columns.unpublishAt;
  const isExpired = expiryDate !== null && Date.parse(expiryDate) <= now.getTime();
  const isDraft = page.sourceType === 'draft' || columns.status === 'draft';
  const formerAddresses = formerAddressesOf(value('aliases', 'redirect_from'), page, settings);
  if (formerAddresses.length > 0) note('pieces with former addresses (aliases, redirect_from), which lead to them');
  if (isExpired && !isDraft) note('pieces that had expired; archived now');
  const { publishAt } = withoutPastDates(
    { status: isDraft ? 'draft' : columns.status, publishAt: columns.publishAt, unpublishAt: null },
    now.toISOString(),
  );
  if (publishAt !== columns.publishAt) note('scheduled for a date that has passed; a draft now');
  const { body, files } = withAssets(text.body, page, assets, addressOf);
  return {
    id: idOf(page.file),
    sourceType: page.sourceType,
    hash: hashOf(MAPPING, sha256, files),
    title: columns.title,
    description: columns.description ?? textOf(value('summary')),
    type: page.sourceType === 'page' || page.sourceType === 'section' || columns.type === 'document' ? 'document' : 'article',
    slug: columns.slug,
    status: isDraft ? 'draft' : isExpired ? 'archived' : columns.status,
    publish_date: publishDate ?? columns.publish_date,
    publishAt,
    unpublishAt: isExpired ? null : expiryDate,
    category: columns.category ?? categories[0] ?? (page.categories.length > 0 ? page.categories.join('/') : null),
    tags: tags.map((name): SourceTag => ({ slug: '', name })),
    authors: columns.authors,
    language:
      languageOf(columns.language ?? textOf(value('language'))) ?? (page.language === null ? settings.language : languageOf(page.language)),
    url: addressOfPage(value('permalink', 'url'), settings),
    formerAddresses,
    body: page.isHtml ? { format: 'html', html: body, linesAreParagraphs: false, addresses: {} } : { format: 'markdown', markdown: body },
    metadata: { ...metadata, import: { system: settings.generator, id: page.file } } as JsonObject,
    corrections: read.stated.corrections,
    ...pictureOf(page, value('image', 'featured_image', 'featuredImage', 'cover', 'thumbnail')),
  };
}

/** Returns the id of a file in its site: its path, or the hash of a long path. */
export function idOf(path: string): string {
  return path.length <= 500 ? path : hashOf(path);
}

/** Returns the words of a list; in Jekyll a text without commas is split at spaces. */
function words(value: JsonValue | undefined, { generator }: SiteSettings): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => (each === null || typeof each === 'object' ? [] : [String(each)]));
  if (typeof value !== 'string') return [];
  return value
    .split(generator === 'jekyll' && !value.includes(',') ? /\s+/ : ',')
    .flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}

/** @throws MarkdownError `bad_date`: without its date a piece would be visible too early or too long */
function dateOf(entries: ReadonlyMap<string, FrontMatterEntry>, ...names: readonly string[]): string | null {
  for (const name of names) {
    const entry = entries.get(name);
    if (!entry || entry.value === null || entry.value === '') continue;
    const date = typeof entry.value === 'object' ? undefined : parseDate(entry.spelled ?? '');
    if (date === undefined)
      throw new MarkdownError('bad_date', `${name} is not a valid date.`, entry.place, 'Write it as 2026-11-21 or 2026-11-21T10:00:00Z.');
    return date;
  }
  return null;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the address that a page states; a pattern such as `/:year/:title/` does not count. */
function addressOfPage(permalink: JsonValue | undefined, { address }: SiteSettings): string | null {
  if (typeof permalink !== 'string' || permalink.replace(/^https?:/, '').includes(':')) return null;
  if (/^https?:\/\//i.test(permalink)) return webAddress(permalink);
  return address !== null && permalink.startsWith('/') ? webAddress(address + permalink) : null;
}

/** Without a site, its path is sufficient. */
const UNKNOWN_SITE = 'https://site.invalid';

/** Returns the addresses that redirect to a page; in Hugo addresses without a leading slash are relative to the page. */
function formerAddressesOf(named: JsonValue | undefined, page: SitePage, { generator, address }: SiteSettings): string[] {
  const root = address ?? UNKNOWN_SITE;
  const folders = page.file.split('/').slice(0, /(?:^|\/)_?index\.[^/]+$/.test(page.file) ? -2 : -1);
  const beside = generator === 'hugo' ? folders.map((folder) => `/${encodeURIComponent(folder)}`).join('') : '';
  return (Array.isArray(named) ? named : [named]).flatMap((each) => {
    if (typeof each !== 'string' || each.trim() === '') return [];
    const written = each.trim();
    if (/^https?:\/\//i.test(written)) return webAddress(written) ?? [];
    return webAddress(written.startsWith('/') ? root + written : `${root}${beside}/${written}`) ?? [];
  });
}

/** Replaces the addresses of bundle files in the body with their addresses here. */
function withAssets(body: string, page: SitePage, assets: ReadPage['assets'], addressOf: (assetId: string) => string) {
  const folder = page.file.slice(0, page.file.lastIndexOf('/') + 1);
  const files: [string, string][] = [];
  let replaced = body;
  for (const resource of page.resources) {
    const id = assets.get(resource);
    const name = resource.slice(folder.length);
    if (id == null || !body.includes(name)) continue;
    const pattern = new RegExp(String.raw`(\]\(|\b(?:src|href)\s*=\s*["'])(?:\./)?${escaped(name)}(?=[\s)"'])`, 'g');
    replaced = replaced.replaceAll(pattern, (_whole, before: string) => before + addressOf(id));
    files.push([name, id]);
  }
  return { body: replaced, files };
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`);
}

function pictureOf(page: SitePage, named: JsonValue | undefined): { picture?: string } {
  const name = isObject(named) ? (named['image'] ?? named['src']) : named;
  if (typeof name !== 'string') return {};
  const folder = page.file.slice(0, page.file.lastIndexOf('/') + 1);
  const path = folder + name.replace(/^\.\//, '');
  return page.resources.includes(path) ? { picture: idOf(path) } : {};
}
