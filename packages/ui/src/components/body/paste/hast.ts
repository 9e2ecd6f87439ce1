import type { Element, ElementContent, Nodes, RootContent } from 'hast';

/** What an element may contain, or a root. */
export type Child = RootContent;

/** An element or root whose children are replaced. */
export interface Parent {
  children: Child[];
}

export function isElement(node: Nodes | undefined): node is Element {
  return node?.type === 'element';
}

export function isBlank(node: Nodes): boolean {
  return node.type === 'text' && /^\s*$/.test(node.value);
}

/** Returns an attribute as text; empty if it is missing. */
export function attribute({ properties }: Element, name: string): string {
  const value = properties[name];
  if (value === null || value === undefined || value === false) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

export function element(tagName: string, children: readonly Child[], properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children: children as ElementContent[] };
}

/** The children of an element, which may be anything that a page contains. */
export function childrenOf(node: Nodes): Child[] {
  return 'children' in node ? node.children : [];
}

export function setChildren(node: Parent | Element, children: readonly Child[]): void {
  node.children = children as ElementContent[];
}

/** Visits every element without recursion, in the order of the document. */
export function eachElement(root: Nodes, visit: (each: Element) => void): void {
  const waiting: Nodes[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'element') visit(node);
    const children = childrenOf(node);
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at] as Nodes);
  }
}

/** The text of a node and what it contains. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  let text = '';
  for (const child of childrenOf(node)) text += textOf(child);
  return text;
}

const declarations = new WeakMap<Element, ReadonlyMap<string, string>>();
const NONE: ReadonlyMap<string, string> = new Map();

/** The declarations of a `style` attribute, by their names in lower case. */
export function declarationsOf(node: Element): ReadonlyMap<string, string> {
  const style = attribute(node, 'style');
  if (style === '') return NONE;
  const known = declarations.get(node);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  for (const each of style.split(';')) {
    const colon = each.indexOf(':');
    if (colon < 0) continue;
    found.set(
      each.slice(0, colon).trim().toLowerCase(),
      each
        .slice(colon + 1)
        .replace(/!important/i, '')
        .trim()
        .toLowerCase(),
    );
  }
  declarations.set(node, found);
  return found;
}

/** Elements that stand in a line of text; everything else begins a line of its own. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr x-note-mark'.split(
    ' ',
  ),
);

export function isInline(node: Nodes): boolean {
  return node.type !== 'element' || INLINE.has(node.tagName);
}

/** Whether an element has a block among what it contains. */
export function hasBlocks(node: Nodes): boolean {
  return childrenOf(node).some((child) => !isInline(child) || hasBlocks(child));
}
