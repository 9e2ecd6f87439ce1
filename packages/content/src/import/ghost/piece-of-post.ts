import { slugify } from '@colophon/tags';
import { assetFilePath } from '../../assets/asset-files.ts';
import type { ContentStatus } from '../../record/content-fields.ts';
import { parseDate } from '../../markdown/dates.ts';
import { storedFilesIn } from '../site/file-addresses.ts';
import { languageOf } from '../site/language-of.ts';
import { hashOf } from '../site/hash-of.ts';
import type { TermLeftOut } from '../site/import-report.ts';
import { identityOf } from '../site/same-item.ts';
import type { SiteLinks } from '../site/site-links.ts';
import type { SourceFile, SourcePiece, SourceTag } from '../site/source-piece.ts';
import { fileNameOf, NO_WEB_ADDRESS, webAddress } from '../site/web-address.ts';
import { type GhostData, type GhostRow, textOf } from './ghost-data.ts';

/** Incremented when the mapping of posts changes, so that a further import reports it. */
const MAPPING = 2;

export function postType(row: GhostRow): 'post' | 'page' {
  return textOf(row, 'type') === 'page' || row['page'] === 1 || row['page'] === true ? 'page' : 'post';
}

/** Whether a post has text, but not as HTML. */
export function isWithoutHtml(row: GhostRow): boolean {
  if (textOf(row, 'html') !== '') return false;
  return (
    textOf(row, 'plaintext').trim() !== '' ||
    /"text"\s*:\s*"[^"]|"cards"\s*:\s*\[\s*\[/.test(textOf(row, 'lexical') + textOf(row, 'mobiledoc'))
  );
}

/** Returns the image of a post, as a file. */
export function pictureOf(row: GhostRow): SourceFile | undefined {
  const url = webAddress(textOf(row, 'feature_image'));
  if (url === null) return undefined;
  const values = {
    sourceType: 'feature image',
    url,
    name: fileNameOf(url),
    altText: textOf(row, 'feature_image_alt') || null,
    description: null,
  };
  return { ...values, id: pictureId(url), hash: hashOf(MAPPING, values) };
}

function pictureId(url: string): string {
  return url.length <= 500 ? url : hashOf(url);
}

/** Returns the piece of a post or page. */
export function pieceOfPost(
  row: GhostRow,
  data: GhostData,
  {
    site,
    links,
    stored,
    now,
    note,
  }: { site: string; links: SiteLinks; stored: ReadonlyMap<string, string>; now: Date; note: (name: string) => void },
): SourcePiece {
  const id = postId(row);
  const type = postType(row);
  const html = textOf(row, 'html');
  const picture = pictureOf(row);
  const date = parseDate(textOf(row, 'published_at')) ?? null;
  const slug = textOf(row, 'slug');
  const canonical = webAddress(textOf(row, 'canonical_url'));
  if (canonical === null && textOf(row, 'canonical_url') !== '') note(NO_WEB_ADDRESS);
  const values = {
    sourceType: type,
    type: type === 'page' ? ('document' as const) : ('article' as const),
    title: textOf(row, 'title'),
    description: textOf(row, 'custom_excerpt') || textOf(row, 'meta_description') || (data.descriptionOf.get(id) ?? ''),
    slug: slug === '' || slug === 'untitled' ? '' : slugOf(slug),
    category: null,
    tags: tagsOf(id, data, note),
    authors: authorsOf(row, id, data, note),
    language: languageOf(textOf(row, 'locale')),
    url: canonical ?? (textOf(row, 'status') === 'published' ? webAddress(addressOfPost(row, data)) : null),
    metadata: { import: { system: 'ghost', site, id } },
    ...(picture === undefined ? {} : { picture: picture.id }),
  };
  const files = storedFilesIn(html, stored);
  const linked = links.in(html, data.address);
  const addresses = Object.fromEntries(files.map(([address, assetId]) => [address, assetFilePath(assetId)]));
  return {
    ...values,
    ...publicationOf(row, date, now, note),
    id,
    identity: identityOf(['uuid', textOf(row, 'uuid')], ['created', textOf(row, 'created_at')]),
    // The meaning of the date depends on the day of the import; the post itself is unchanged.
    hash: hashOf(MAPPING, values, textOf(row, 'status'), textOf(row, 'visibility'), date, html, files, linked),
    links: linked,
    body: { format: 'html', html, linesAreParagraphs: false, addresses },
  };
}

/** Returns the default address of a post in its site; without the site if that is unknown. */
export function addressOfPost(row: GhostRow, { address }: GhostData): string {
  return `${address}/${encodeURIComponent(textOf(row, 'slug').toWellFormed())}/`;
}

/** Returns the id of a post in its site. */
export function postId(row: GhostRow): string {
  return (textOf(row, 'id') || textOf(row, 'uuid') || hashOf(textOf(row, 'slug'), textOf(row, 'title'))).slice(0, 500);
}

interface Publication {
  readonly status: ContentStatus;
  readonly publish_date: string | null;
  readonly publishAt: string | null;
  readonly unpublishAt: null;
}

/** Content that was not public in Ghost is not published here. */
function publicationOf(row: GhostRow, date: string | null, now: Date, note: (name: string) => void): Publication {
  const [status, visibility] = [textOf(row, 'status'), textOf(row, 'visibility')];
  const publication = { publish_date: date, publishAt: null, unpublishAt: null };
  const isPublic = visibility === '' || visibility === 'public';
  if (!isPublic) note(`visibility ${visibility}; a draft now`);
  if (status === 'published' && isPublic) return { ...publication, status: 'published' };
  if (status === 'scheduled' && isPublic) {
    const isToCome = date !== null && Date.parse(date) > now.getTime();
    if (!isToCome) note('scheduled for a date that has passed; a draft now');
    return { ...publication, status: 'draft', publishAt: isToCome ? date : null };
  }
  if (!['draft', 'published', 'scheduled'].includes(status)) note(`status ${status || '(none)'}; a draft now`);
  return { ...publication, status: 'draft' };
}

/** Internal tags, which begin with a number sign, control Ghost themes. */
function tagsOf(id: string, data: GhostData, note: (name: string) => void): SourceTag[] {
  return (data.tagsOf.get(id) ?? []).flatMap((tagId) => {
    const row = data.tags.get(tagId);
    const name = row ? textOf(row, 'name') : '';
    if (!row || name === '') {
      note('tags that the export names and does not contain');
      return [];
    }
    if (textOf(row, 'visibility') !== 'internal' && !name.startsWith('#')) return [{ slug: textOf(row, 'slug'), name }];
    note('internal tags left out');
    return [];
  });
}

/** Returns the public tags that no imported post has, and those whose description has no field here. */
export function tagsLeftOut({ tags, tagsOf: joined }: GhostData, postIds: readonly string[]): TermLeftOut[] {
  const used = new Set(postIds.flatMap((id) => joined.get(id) ?? []));
  return [...tags].flatMap(([id, row]): TermLeftOut[] => {
    const name = textOf(row, 'name');
    if (name === '' || name.startsWith('#') || textOf(row, 'visibility') === 'internal') return [];
    const about = { taxonomy: 'tag', slug: textOf(row, 'slug'), name };
    if (!used.has(id)) return [{ ...about, what: 'term' }];
    return textOf(row, 'description') === '' ? [] : [{ ...about, what: 'description' }];
  });
}

function authorsOf(row: GhostRow, id: string, { authorsOf: joined, users }: GhostData, note: (name: string) => void): string[] {
  const ids = joined.get(id) ?? [textOf(row, 'author_id')].filter((author) => author !== '');
  return ids.flatMap((userId) => {
    const user = users.get(userId);
    const name = user ? textOf(user, 'name') || textOf(user, 'slug') : '';
    if (name === '') note('authors that the export names and does not contain');
    return name === '' ? [] : [name];
  });
}

function slugOf(slug: string): string {
  return /^(?!\.{1,2}$)[^\s/\\?#%\p{Cc}\p{Cf}]{1,200}$/u.test(slug) ? slug.normalize('NFC') : slugify(slug);
}
