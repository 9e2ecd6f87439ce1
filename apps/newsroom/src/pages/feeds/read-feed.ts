import { type Call, ColophonError, type Database } from '@colophon/core';
import { Contents, type Feed, type FeedItem, readLatestCorrections, renderBody, shownToReaders } from '@colophon/content';
import { ORIGINAL } from '../data/front.ts';
import { filesOfTexts, type OwnFiles, picturesOf, thumbnailIn } from '../data/pictures.ts';
import { textOf } from '../data/summaries.ts';
import { addressOfRow } from '../piece-address.ts';
import { tagsBelow } from '../data/tags.ts';
import { withOwnPictures } from '../render/own-pictures.ts';
import { withCaptions } from '../render/with-captions.ts';

/** The subject of a feed: everything, a type, a tag including those below it, or a category including those below it. */
export type FeedSubject = { readonly type: 'all' | 'articles' | 'documents' } | { readonly tag: string } | { readonly category: string };

const ENTRIES = 50;
const FIELDS = [
  'id',
  'type',
  'title',
  'description',
  'body',
  'bodyFormat',
  'slug',
  'context',
  'tenantId',
  'tags',
  'authors',
  'language',
  'publish_date',
  'created_at',
  'updated_at',
  'thumbnailAssetId',
] as const;

/** The publication of a feed. */
export interface FeedSite {
  readonly database: Database;
  /** The address of the feed's site. */
  readonly baseUrl: string;
  /** The address of pieces that belong to no tenant. */
  readonly globalUrl: string;
  readonly name: string;
  /** The hub that notifies subscribers (WebSub); default none. */
  readonly webSubHub?: string | undefined;
}

interface ReadOptions extends FeedSite {
  readonly self: string;
  readonly isSummary: boolean;
}

/** The latest pieces of a subject visible to readers; undefined for a tag or category without any. */
export async function readFeed(call: Call, subject: FeedSubject, options: ReadOptions): Promise<Feed | undefined> {
  const { database, baseUrl, name, self } = options;
  const found = await conditionOf(database, call, subject);
  if (found === undefined) return undefined;
  const { items } = await new Contents(database, call).rows({
    where: found.where,
    fields: [...FIELDS],
    orderBy: '-publish_date',
    limit: ENTRIES,
    count: 'none',
  });
  if (items.length === 0 && !('type' in subject)) return undefined;
  const shown = await shownToReaders(
    database,
    items.map((row) => ({ id: String(row['id']), tenantId: row['tenantId'] as string | null, tags: row['tags'] as string[] })),
    call.now(),
  );
  const thumbnails = new Map(
    items.flatMap(({ id, thumbnailAssetId }) => thumbnailIn(shown.get(String(id)), thumbnailAssetId).map((each) => [String(id), each])),
  );
  const pictures = await picturesOf(database, [...thumbnails.values()]);
  const corrections = await readLatestCorrections(
    database,
    items.map((row) => String(row['id'])),
  );
  const files = options.isSummary
    ? new Map<string, OwnFiles>()
    : await filesOfTexts(
        database,
        items.map((row) => ({ id: String(row['id']), body: String(row['body']) })),
        shown,
      );
  const entries: FeedItem[] = [];
  for (const row of items) {
    const thumbnail = thumbnails.get(String(row['id']));
    const picture = thumbnail && pictures.get(thumbnail);
    const image = picture && absolute(picture.social.src, baseUrl);
    const entry = await entryOf(row, files.get(String(row['id'])) ?? {}, options);
    // Feed readers do not show what the page shows above the text.
    const title = corrections.get(String(row['id'])) === 'retraction' ? `Withdrawn: ${entry.title}` : entry.title;
    entries.push({ ...entry, title, tags: shown.get(String(row['id']))?.tags.map(({ name: tag }) => tag) ?? [], image });
  }
  return {
    id: self.replace(/\?.*$/, ''),
    title: found.title === null ? name : `${found.title} · ${name}`,
    author: name,
    place: { home: `${baseUrl}/`, self },
    hub: options.webSubHub,
    entries,
  };
}

async function conditionOf(
  database: Database,
  call: Call,
  subject: FeedSubject,
): Promise<{ readonly where: Readonly<Record<string, unknown>>; readonly title: string | null } | undefined> {
  if ('type' in subject) {
    if (subject.type === 'all') return { where: ORIGINAL, title: null };
    return subject.type === 'articles'
      ? { where: { type: 'article' }, title: 'Articles' }
      : { where: { type: { nin: ['article', 'mirror'] } }, title: 'Documents' };
  }
  if ('category' in subject) {
    const { category } = subject;
    const below = { category: { like: `${category.replaceAll(/[\\%_]/g, String.raw`\$&`)}/%` } };
    return { where: { ...ORIGINAL, any: [{ category }, below] }, title: category };
  }
  const found = await tagsBelow(database, call, subject.tag);
  return found && found.slugs.length > 0 ? { where: { ...ORIGINAL, tags: { in: found.slugs } }, title: found.name } : undefined;
}

async function entryOf(row: Readonly<Record<string, unknown>>, files: OwnFiles, options: ReadOptions): Promise<FeedItem> {
  const { baseUrl, globalUrl, isSummary } = options;
  // A global piece in the feed of a tenant's site keeps its original id and links.
  const home = (row['tenantId'] ?? null) === null ? globalUrl : baseUrl;
  const [id, created] = [String(row['id']), String(row['created_at'])];
  const published = textOf(row['publish_date'] ?? created);
  const updated = String(row['updated_at']);
  const html = isSummary ? undefined : await bodyOf(row, files, home);
  return {
    id: tagUri(home, created, id),
    url: absolute(addressOfRow(options.database, row, options), baseUrl),
    title: String(row['title']),
    published,
    // If the publication date is after the last change, it became visible on the publication date.
    updated: updated > published ? updated : published,
    authors: row['authors'] as string[],
    language: row['language'] as string | null,
    summary: row['description'] as string | null,
    ...(html === undefined ? {} : { content: { html } }),
  };
}

/** The text as sanitized HTML with absolute addresses, since it is read elsewhere; undefined if it is too complex. */
async function bodyOf(row: Readonly<Record<string, unknown>>, files: OwnFiles, baseUrl: string): Promise<string | undefined> {
  try {
    const html = await renderBody({ body: String(row['body']), bodyFormat: row['bodyFormat'] as 'markdown' | 'html' }, 'readers');
    return withCaptions(withOwnPictures(html, { files, baseUrl }), files);
  } catch (error) {
    if (error instanceof ColophonError && error.code === 'too_complex') return undefined;
    throw error;
  }
}

/** A `tag:` URI (RFC 4151): the host, the day on which the piece was created, and its id, none of which changes with its slug. */
export function tagUri(baseUrl: string, created: string, id: string): string {
  return `tag:${new URL(baseUrl).hostname.replaceAll(/[^a-z0-9.-]/gi, '')},${created.slice(0, 10)}:content/${id}`;
}

function absolute(path: string, baseUrl: string): string {
  return new URL(path, `${baseUrl}/`).href;
}
