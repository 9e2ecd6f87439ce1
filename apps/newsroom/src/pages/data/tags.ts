import type { Call, Database } from '@colophon/core';
import { Contents } from '@colophon/content';
import { shownSlug, storedSlugs, Tags } from '@colophon/tags';
import type { Reading } from '../reader-call.ts';
import { type Summary, SUMMARY_FIELDS, summariesOf } from './summaries.ts';
import { countsOf, type TagCounts } from './tag-counts.ts';
import { tagAddress } from './tag-address.ts';

/** A tag with its page. */
export interface TagLink {
  readonly slug: string;
  readonly name: string;
}

/** A tag of the vocabulary, with the number of pieces that have it or a tag below it. */
export interface TagNode extends TagLink {
  readonly description: string | null;
  readonly count: number;
  readonly below: readonly TagNode[];
}

/** The content of the page of a tag. */
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

/** The most tags in one database query. */
const MAXIMUM_TAGS = 10_000;
/** The limit applies whether or not pieces have the tags. */
const FEW_TAGS = 500;
/** The number of levels shown at once; the levels below are on the page of the lowest one. */
const DEEPEST = 20;
const PIECES = 20;
const TOP = 8;

/** The top-level tags with the most pieces. */
export async function topTags(database: Database, call: Call): Promise<TagLink[]> {
  const tree = await readTagTree(database, call);
  const most = tree.toSorted((a, b) => b.count - a.count).slice(0, TOP);
  return most.map(({ slug, name }) => ({ slug, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The vocabulary as a tree, limited to tags of pieces visible to readers: tags of drafts only are not disclosed. */
export async function readTagTree(database: Database, call: Call): Promise<TagNode[]> {
  const counts = await countsOf(database, call);
  if (counts.size === 0) return [];
  // The tags that pieces have, and all above them: a vocabulary may contain many times as many.
  const slugs = [...counts.keys()].slice(0, MAXIMUM_TAGS);
  const used = slugs.map(await storedSlugs(database, call, slugs));
  const query = database.dialect.builder
    .withRecursive('above', (builder) =>
      builder
        .selectFrom('tags')
        .select(['tags.slug as slug', 'tags.parent_slug as parent_slug'])
        .where('tags.slug', 'in', used)
        .union(
          builder
            .selectFrom('tags as parent')
            .innerJoin('above', 'above.parent_slug', 'parent.slug')
            .select(['parent.slug as slug', 'parent.parent_slug as parent_slug']),
        ),
    )
    .selectFrom('tags')
    .select(['slug', 'name', 'description', 'parent_slug'])
    .where('slug', 'in', database.dialect.builder.selectFrom('above').select('above.slug'))
    .orderBy('name')
    .orderBy('slug');
  const rows = await database.all({ ...query.compile(), repeatable: true });
  const children = Map.groupBy(rows, (row) => (row['parent_slug'] as string | null | undefined) ?? null);
  // Top down, then summed bottom up, without recursion: a vocabulary may be deeper than the call stack.
  const ordered = [...(children.get(null) ?? [])];
  for (const row of ordered) ordered.push(...(children.get(String(row['slug'])) ?? []));
  const counted = new Set(used);
  const totals = new Map<string, number>();
  for (const { slug: each, parent_slug: parent } of ordered.toReversed()) {
    const slug = String(each);
    const total = (totals.get(slug) ?? 0) + (counted.has(slug) ? (counts.get(shownSlug(slug)) ?? 0) : 0);
    totals.set(slug, total);
    if (typeof parent === 'string') totals.set(parent, (totals.get(parent) ?? 0) + total);
  }
  const nodes = (parent: string | null, depth: number): TagNode[] =>
    (children.get(parent) ?? []).flatMap((row) => {
      const key = String(row['slug']);
      const count = totals.get(key) ?? 0;
      if (count === 0) return [];
      const below = depth < DEEPEST ? nodes(key, depth + 1) : [];
      return [
        { slug: shownSlug(key), name: String(row['name']), description: (row['description'] as string | null) ?? null, count, below },
      ];
    });
  return nodes(null, 1);
}

/** A tag with the tags below it; undefined if it does not exist, or no piece visible to readers has it. */
export async function readTag(database: Database, reading: Reading, slug: string, after: string | null): Promise<TagData | undefined> {
  const { call } = reading;
  const tags = new Tags(database, call);
  const tag = await tags.get(slug);
  if (!tag || shownSlug(tag.slug) !== slug) return undefined;
  const { ancestors, descendants } = await tags.getTagHierarchy(slug);
  const counts = await countsOf(database, call);
  const slugs = usedAmong([slug, ...descendants.map((each) => each.slug)], counts);
  if (slugs.length === 0) return undefined;
  const page = await new Contents(database, call).rows({
    fields: SUMMARY_FIELDS,
    where: { tags: { in: slugs }, type: { ne: 'mirror' } },
    orderBy: '-publish_date',
    limit: PIECES,
    ...(after === null ? {} : { cursor: after }),
  });
  if (page.count === 0) return undefined;
  // The used tags, and all above them.
  const parents = new Map(descendants.map((each) => [each.slug, each.parent_slug]));
  const shown = new Set<string>();
  for (const each of slugs) for (let at: string | null | undefined = each; at && !shown.has(at); at = parents.get(at)) shown.add(at);
  const aliases = await tags.getAliasesForTag(slug);
  return {
    slug,
    name: tag.name,
    description: tag.description,
    names: aliases.flatMap(({ alias, language }) => (language === null ? [] : [{ name: alias, language }])),
    above: ancestors.map(({ slug: each, name }) => ({ slug: each, name })),
    below: descendants
      .filter((each) => each.parent_slug === slug && shown.has(each.slug))
      .map(({ slug: each, name }) => ({ slug: each, name })),
    pieces: await summariesOf(database, page.items, reading),
    count: page.count ?? page.items.length,
    older: page.nextCursor === undefined ? null : `${tagAddress(slug)}?after=${encodeURIComponent(page.nextCursor)}`,
  };
}

/** Those of the given tags that pieces visible to readers have, as many as one query allows. */
function usedAmong(slugs: readonly string[], counts: TagCounts): string[] {
  return slugs.filter((each) => counts.has(each)).slice(0, MAXIMUM_TAGS);
}

/** A tag, and the slugs of its pieces' tags: its own and those below it. */
export async function tagsBelow(
  database: Database,
  call: Call,
  slug: string,
): Promise<{ readonly name: string; readonly slugs: readonly string[] } | undefined> {
  const tags = new Tags(database, call);
  const tag = await tags.get(slug);
  if (!tag || shownSlug(tag.slug) !== slug) return undefined;
  const { descendants } = await tags.getTagHierarchy(slug);
  const slugs = [slug, ...descendants.map((each) => each.slug)];
  return { name: tag.name, slugs: slugs.length <= FEW_TAGS ? slugs : usedAmong(slugs, await countsOf(database, call)) };
}

/** The tag with this older name, if there is one. */
export async function tagNamed(database: Database, call: Call, name: string): Promise<string | undefined> {
  const found = await new Tags(database, call).searchByAlias(name);
  return found.length === 1 ? found[0]?.slug : undefined;
}
