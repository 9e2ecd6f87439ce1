import type { Element, Nodes, Root } from 'hast';

const EMPHASIS = new Set(['b', 'del', 'em', 'i', 's', 'strong']);
const ADDRESS = /^(\s*)(https?:\/\/[^\s<>"]{1,2000})(\s*)$/i;

/**
 * Normalizes a tree for Markdown: moves space at the ends of emphasis outside it, and turns a bare URL, which WordPress would
 * embed, into a link.
 *
 * @param addresses replacements for URLs
 */
export function tidyTexts(tree: Root, addresses: Readonly<Record<string, string>>): void {
  const waiting: (Root | Element)[] = [tree];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    const isVerbatim = parent.type === 'element' && (parent.tagName === 'pre' || parent.tagName === 'code');
    if (isVerbatim) continue;
    const isLink = parent.type === 'element' && parent.tagName === 'a';
    const children = parent.children as Nodes[];
    const tidied = children.flatMap((child) => {
      if (child.type === 'element' && EMPHASIS.has(child.tagName)) return spaceOutside(child);
      return child.type === 'text' && !isLink ? linked(child.value, addresses) : [child];
    });
    (parent as { children: Nodes[] }).children = tidied;
    if (!isLink) for (const child of tidied) if (child.type === 'element') waiting.push(child);
  }
}

function spaceOutside(element: Element): Nodes[] {
  const [first, last] = [element.children[0], element.children.at(-1)];
  const before = first?.type === 'text' ? (/^\s+/.exec(first.value)?.[0] ?? '') : '';
  if (first?.type === 'text') first.value = first.value.slice(before.length);
  const trimmed = last?.type === 'text' ? last.value.trimEnd() : '';
  const after = last?.type === 'text' ? last.value.slice(trimmed.length) : '';
  if (last?.type === 'text') last.value = trimmed;
  return [...textOf(before), element, ...textOf(after)];
}

function linked(text: string, addresses: Readonly<Record<string, string>>): Nodes[] {
  const [, before = '', address, after = ''] = ADDRESS.exec(text) ?? [];
  if (address === undefined) return [{ type: 'text', value: text }];
  const href = Object.hasOwn(addresses, address) ? addresses[address] : address;
  const link: Element = { type: 'element', tagName: 'a', properties: { href }, children: [{ type: 'text', value: address }] };
  return [...textOf(before), link, ...textOf(after)];
}

function textOf(value: string): Nodes[] {
  return value === '' ? [] : [{ type: 'text', value }];
}
