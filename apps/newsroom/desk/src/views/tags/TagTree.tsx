import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { isOwn, shownNodes, type Tag, type TagNode } from './tag.ts';

interface TagTreeProps {
  readonly tree: readonly TagNode[];
  readonly chosen: string | null;
  /** In which the user works. */
  readonly tenantId: string | null;
  readonly onChoose: (slug: string) => void;
  readonly onMove: (tag: Tag, parent: string | null) => Promise<boolean>;
  readonly onMoveTo: (node: TagNode) => void;
}

/**
 * The tree of tags, with the keys of a tree: arrows move, collapse and expand; Alt and an arrow move a tag below the one before
 * it or up a level, and `m` moves it anywhere. Global tags are shown to those who work in a tenant, and stay where they are.
 */
export function TagTree({ tree, chosen, tenantId, onChoose, onMove, onMoveTo }: TagTreeProps): ReactElement {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  const shown = shownNodes(tree, closed);
  const current = shown.some(({ tag }) => tag.slug === chosen) ? chosen : shown[0]?.tag.slug;
  const go = (slug: string | undefined): void => {
    if (slug === undefined) return;
    onChoose(slug);
    list.current?.querySelector<HTMLElement>(`[data-slug="${CSS.escape(slug)}"]`)?.focus();
  };
  const set = (slug: string, isClosed: boolean): void => {
    const next = new Set(closed);
    if (isClosed) next.add(slug);
    else next.delete(slug);
    setClosed(next);
  };
  const press = (event: KeyboardEvent, node: TagNode): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if ((event.altKey || event.key === 'm') && !isOwn(node.tag, tenantId)) return;
    const act = event.altKey ? moves(node, shown, tree, onMove)[event.key] : steps({ node, shown, closed, go, set, onMoveTo })[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <ul className="desk-tree" role="tree" aria-label="Tags" ref={list}>
      {shown.map((node) => {
        const { tag, depth, children } = node;
        return (
          <li
            key={tag.slug}
            role="treeitem"
            data-slug={tag.slug}
            data-depth={Math.min(depth, 6)}
            aria-level={depth + 1}
            aria-selected={tag.slug === chosen}
            aria-expanded={children.length === 0 ? undefined : !closed.has(tag.slug)}
            tabIndex={tag.slug === current ? 0 : -1}
            onClick={() => go(tag.slug)}
            onKeyDown={(event) => press(event, node)}
          >
            <span className="desk-tree-mark" aria-hidden="true" onClick={() => children.length > 0 && set(tag.slug, !closed.has(tag.slug))}>
              {children.length === 0 ? '' : closed.has(tag.slug) ? '▸' : '▾'}
            </span>
            <bdi>{tag.name}</bdi>
            {tag.context !== 'global' && <span className="colo-quiet"> {tag.context}</span>}
            {!isOwn(tag, tenantId) && <span className="colo-quiet"> global, read only</span>}
          </li>
        );
      })}
    </ul>
  );
}

interface Steps {
  readonly node: TagNode;
  readonly shown: readonly TagNode[];
  readonly closed: ReadonlySet<string>;
  readonly go: (slug: string | undefined) => void;
  readonly set: (slug: string, isClosed: boolean) => void;
  readonly onMoveTo: (node: TagNode) => void;
}

type Acts = Readonly<Record<string, () => void>>;

/** Handles the keys at a tag. */
function steps({ node, shown, closed, go, set, onMoveTo }: Steps): Acts {
  const { slug, parent_slug: parent } = node.tag;
  const at = shown.indexOf(node);
  const isOpen = node.children.length > 0 && !closed.has(slug);
  return {
    ArrowDown: () => go(shown[at + 1]?.tag.slug),
    ArrowUp: () => go(shown[at - 1]?.tag.slug),
    Home: () => go(shown[0]?.tag.slug),
    End: () => go(shown.at(-1)?.tag.slug),
    ArrowRight: () => (isOpen ? go(node.children[0]?.tag.slug) : set(slug, false)),
    ArrowLeft: () => (isOpen ? set(slug, true) : go(parent ?? undefined)),
    Enter: () => go(slug),
    ' ': () => go(slug),
    m: () => onMoveTo(node),
  };
}

/** Handles the keys with Alt: right moves a tag below its previous sibling, left up a level. */
function moves({ tag, depth }: TagNode, shown: readonly TagNode[], tree: readonly TagNode[], onMove: TagTreeProps['onMove']): Acts {
  const before = shown
    .slice(
      0,
      shown.findIndex((each) => each.tag.slug === tag.slug),
    )
    .findLast((each) => each.depth <= depth);
  const parent = shownNodes(tree, new Set()).find((each) => each.tag.slug === tag.parent_slug);
  return {
    ArrowRight: () => void (before?.depth === depth && onMove(tag, before.tag.slug)),
    ArrowLeft: () => void (parent && onMove(tag, parent.tag.parent_slug)),
  };
}
