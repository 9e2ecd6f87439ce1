import { type Content, ContentCorrections, type ContentEventKind, Contents } from '@colophon/content';
import { type Database, type JsonObject, SYSTEM_CALL } from '@colophon/core';
import type { WebhookBody, WebhookEvent } from '@colophon/core/webhooks';
import { actingInTenant, Tags } from '@colophon/tags';

/** The events that may change a feed. */
export const FEED_EVENT_KINDS: readonly string[] = [
  'content.published',
  'content.updated',
  'content.unpublished',
  'content.deleted',
  'correction.issued',
] satisfies readonly ContentEventKind[];

const FORMS = ['rss', 'atom', 'json'];
/** The maximum of a hub per request. */
const MAXIMUM_TOPICS = 200;

/**
 * The message to the hub about an event: the feeds that it may have changed (WebSub §7); undefined if there are none.
 *
 * @param sites the base addresses of the feeds
 */
export async function composePing(
  { kind, data }: Pick<WebhookEvent, 'kind' | 'data'>,
  database: Database,
  sites: readonly string[],
): Promise<WebhookBody | undefined> {
  const isCorrection = kind === 'correction.issued';
  if (!isCorrection && !hasReaders(kind, data)) return undefined;
  const id = isCorrection ? (await new ContentCorrections(database).get(textOf(data['id'])))?.contentId : textOf(data['id']);
  const piece = id === undefined ? undefined : await new Contents(database).get(id);
  const type = piece?.type ?? textOf(data['type']);
  if (type === 'mirror') return undefined;
  const topics = [
    '/feed.atom',
    '/feed.json',
    ...inEveryForm(`/feeds/${type === 'article' ? 'articles' : 'documents'}`),
    ...(isCorrection ? ['/corrections.atom', '/corrections.json'] : []),
    ...(piece ? await topicsOf(piece, database) : []),
  ];
  const urls = sites.flatMap((site) => topics.map((topic) => site + topic));
  if (urls.length === 0) return undefined;
  const body = new URLSearchParams({ 'hub.mode': 'publish' });
  for (const url of urls.slice(0, MAXIMUM_TOPICS)) body.append('hub.url', url);
  return { contentType: 'application/x-www-form-urlencoded', body: body.toString() };
}

/** Whether readers could see the piece before the event or can since. */
function hasReaders(kind: string, { status }: JsonObject): boolean {
  return kind === 'content.updated' ? status === 'published' : kind !== 'content.deleted' || status === 'deleted';
}

/** The feeds of the tags and categories of a piece, including those above them. */
async function topicsOf({ tags, category, tenantId }: Content, database: Database): Promise<string[]> {
  const slugs = new Set<string>();
  const vocabulary = new Tags(database, actingInTenant(SYSTEM_CALL, tenantId));
  for (const slug of tags) {
    slugs.add(slug);
    if (await vocabulary.get(slug)) for (const { slug: above } of (await vocabulary.getTagHierarchy(slug)).ancestors) slugs.add(above);
  }
  const segments = category?.split('/') ?? [];
  const categories = segments.map((_, index) =>
    segments
      .slice(0, index + 1)
      .map(encodeURIComponent)
      .join('/'),
  );
  return [
    ...categories.flatMap((path) => inEveryForm(`/feeds/category/${path}`)),
    ...[...slugs].flatMap((slug) => {
      const name = encodeURIComponent(slug);
      return [...inEveryForm(`/feeds/tag/${name}`), `/tags/${name}/feed.atom`, `/tags/${name}/feed.json`];
    }),
  ];
}

/** A feed in each format, complete and as summaries: each is a separate topic. */
function inEveryForm(path: string): string[] {
  return FORMS.flatMap((form) => [`${path}.${form}`, `${path}.${form}?content=summary`]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
