/** A tag: `GET /tags/{slug}`. */
export interface Tag {
  readonly slug: string;
  readonly name: string;
  readonly context: string;
  readonly parent_slug: string | null;
  readonly level: number;
  readonly description: string | null;
  /** Null for a global tag, which tenants can use and not change. */
  readonly tenantId: string | null;
  readonly rev: number;
}

/** A tag in the tree, with its parent and children. */
export interface TagNode {
  readonly tag: Tag;
  readonly depth: number;
  readonly children: readonly TagNode[];
}

/** Whether somebody who works in this tenant can change the tag; null for those who work outside of one. */
export function isOwn(tag: Tag, tenantId: string | null): boolean {
  return tag.tenantId === tenantId;
}

/** Builds the tree of tags, sorted by name on each level. A tag with an unknown parent is placed at the root. */
export function treeOf(tags: readonly Tag[], compare: (a: string, b: string) => number): readonly TagNode[] {
  const known = new Set(tags.map(({ slug }) => slug));
  const below = new Map<string | null, Tag[]>();
  for (const tag of tags) {
    const parent = tag.parent_slug !== null && known.has(tag.parent_slug) ? tag.parent_slug : null;
    below.set(parent, [...(below.get(parent) ?? []), tag]);
  }
  const nodes = (parent: string | null, depth: number): readonly TagNode[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => compare(a.name, b.name))
      .map((tag) => ({ tag, depth, children: nodes(tag.slug, depth + 1) }));
  return nodes(null, 0);
}

/** The visible nodes in order: those below a collapsed one are hidden. */
export function shownNodes(nodes: readonly TagNode[], closed: ReadonlySet<string>): readonly TagNode[] {
  return nodes.flatMap((node) => [node, ...(closed.has(node.tag.slug) ? [] : shownNodes(node.children, closed))]);
}

/** A tag and its descendants, where it cannot be moved to. */
export function slugsBelow(node: TagNode): readonly string[] {
  return [node.tag.slug, ...node.children.flatMap(slugsBelow)];
}
