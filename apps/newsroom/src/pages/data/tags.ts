import type { Call, Database } from '@colophon/core';
import { Contents } from '@colophon/content';
import { Tags } from '@colophon/tags';
import type { Reading } from '../reader-call.ts';
import { type Summary, SUMMARY_FIELDS, summariesOf } from './summaries.ts';
import { tagAddress } from './tag-address.ts';

/** A tag with its page. */
export interface TagLink {
  readonly slug: string;
  readonly name: string;
}

/** A tag of the vocabulary, with how many pieces bear it or one below it. */
export interface TagNode extends TagLink {
  readonly description: string | null;
  readonly count: number;
  readonly below: readonly TagNode[];
}

/** What the page of a tag shows. */
export interface TagData extends TagLink {
  readonly description: string | null;
  /** Its names in other languages. */
  readonly names: readonly { readonly name: string; readonly language: string }[];
  readonly above: readonly TagLink[];
  readonly below: readonly TagLink[];
  readonly pieces: readonly Summary[];
  readonly count: number;
  readonly older: string | null;
}

const MAXIMUM_TAGS = 2000;
const MAXIMUM_BELOW = 500;
const PIECES = 20;
const TOP = 8;

/** Tags by their slugs; one that the vocabulary does not know goes by its slug. */
export async function tagLinks(database: Database, slugs: readonly string[]): Promise<TagLink[]> {
  if (slugs.length === 0) return [];
  const query = database.dialect.builder.selectFrom('tags').select(['slug', 'name']).where('slug', 'in', slugs);
  const names = new Map((await database.all({ ...query.compile(), repeatable: true })).map((row) => [row['slug'], String(row['name'])]));
  return slugs.map((slug) => ({ slug, name: names.get(slug) ?? slug }));
}

/** The tags without one above them that most pieces stand below. */
export async function topTags(database: Database, call: Call): Promise<TagLink[]> {
  const tree = await readTagTree(database, call);
  const most = tree.toSorted((a, b) => b.count - a.count).slice(0, TOP);
  return most.map(({ slug, name }) => ({ slug, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The vocabulary as a tree, as far as pieces that readers may see bear it: a tag that only a draft has is nobody's business. */
export async function readTagTree(database: Database, call: Call): Promise<TagNode[]> {
  const counts = await countsOf(database, call);
  if (counts.size === 0) return [];
  const query = database.dialect.builder
    .selectFrom('tags')
    .select(['slug', 'name', 'description', 'parent_slug'])
    .orderBy('name')
    .orderBy('slug')
    .limit(MAXIMUM_TAGS);
  const rows = await database.all({ ...query.compile(), repeatable: true });
  const children = Map.groupBy(rows, (row) => row['parent_slug'] ?? null);
  const nodes = (parent: unknown): TagNode[] =>
    (children.get(parent as string) ?? []).flatMap((row) => {
      const slug = String(row['slug']);
      const below = nodes(slug);
      const count = (counts.get(slug) ?? 0) + below.reduce((sum, each) => sum + each.count, 0);
      return count === 0
        ? []
        : [{ slug, name: String(row['name']), description: (row['description'] as string | null) ?? null, count, below }];
    });
  return nodes(null);
}

/** How many pieces that readers may see bear each tag. */
async function countsOf(database: Database, call: Call): Promise<Map<string, number>> {
  const { tenantId } = call.caller;
  const { builder } = database.dialect;
  const query = builder
    .selectFrom('content_tags as use')
    .innerJoin('contents as content', 'content.id', 'use.content_id')
    .select(['use.tag_slug as slug', builder.fn.countAll().as('count')])
    .where('content.status', '=', 'published')
    .where('content.type', '!=', 'mirror')
    .where((each) => each.or([each('content.publish_date', 'is', null), each('content.publish_date', '<=', toTheSecond(call))]))
    .where((each) =>
      each.or([each('content.tenantId', 'is', null), ...(tenantId === null ? [] : [each('content.tenantId', '=', tenantId)])]),
    )
    .groupBy('use.tag_slug');
  const rows = await database.all({ ...query.compile(), repeatable: true, long: true });
  return new Map(rows.map((row) => [String(row['slug']), Number(row['count'])]));
}

/** The same question within a second has the same answer, unless something was written. */
function toTheSecond(call: Call): string {
  return new Date(Math.floor(call.now().getTime() / 1000) * 1000).toISOString();
}

/** A tag with what stands below it; undefined when there is none, or nothing that readers may see bears it. */
export async function readTag(database: Database, reading: Reading, slug: string, after: string | null): Promise<TagData | undefined> {
  const { call } = reading;
  const tags = new Tags(database, call);
  const tag = await tags.get(slug);
  if (!tag) return undefined;
  const { ancestors, descendants } = await tags.getTagHierarchy(slug);
  const slugs = [slug, ...descendants.slice(0, MAXIMUM_BELOW).map((each) => each.slug)];
  const page = await new Contents(database, call).rows({
    fields: SUMMARY_FIELDS,
    where: { tags: { in: slugs }, type: { ne: 'mirror' } },
    orderBy: '-publish_date',
    limit: PIECES,
    ...(after === null ? {} : { cursor: after }),
  });
  if (page.count === 0) return undefined;
  const counts = await countsOf(database, call);
  const isUsed = (top: string): boolean => {
    const under = [top, ...descendants.filter((each) => each.parent_slug === top).flatMap((each) => branch(each.slug, descendants))];
    return under.some((each) => counts.has(each));
  };
  const aliases = await tags.getAliasesForTag(slug);
  return {
    slug,
    name: tag.name,
    description: tag.description,
    names: aliases.flatMap(({ alias, language }) => (language === null ? [] : [{ name: alias, language }])),
    above: ancestors.map(({ slug: each, name }) => ({ slug: each, name })),
    below: descendants
      .filter((each) => each.parent_slug === slug && isUsed(each.slug))
      .map(({ slug: each, name }) => ({ slug: each, name })),
    pieces: await summariesOf(database, page.items, reading),
    count: page.count ?? page.items.length,
    older: page.nextCursor === undefined ? null : `${tagAddress(slug)}?after=${encodeURIComponent(page.nextCursor)}`,
  };
}

/** A tag and all below it. */
function branch(slug: string, descendants: readonly { readonly slug: string; readonly parent_slug: string | null }[]): string[] {
  return [slug, ...descendants.filter((each) => each.parent_slug === slug).flatMap((each) => branch(each.slug, descendants))];
}

/** The tag that an older name stands for, where it is one. */
export async function tagNamed(database: Database, call: Call, name: string): Promise<string | undefined> {
  const found = await new Tags(database, call).searchByAlias(name);
  return found.length === 1 ? found[0]?.slug : undefined;
}
