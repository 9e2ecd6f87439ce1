import type { Element, Nodes, Root } from 'hast';
import { htmlTree } from '../../rendering/html-renderer.ts';
import { rawParser, treeWriter } from '../../rendering/markdown-writer.ts';
import type { ConvertedHtml, HtmlInput } from './html-conversion.ts';
import { paragraphsByLines } from './paragraphs-by-lines.ts';
import { wordpressShortcodes } from './shortcodes.ts';
import { tidyTexts } from './tidy-texts.ts';
import { showWordpressShortcodes } from './wordpress-shortcodes.ts';

/** Elements whose content is dropped; each is reported. */
const DROPPED = new Set([
  'script',
  'style',
  'form',
  'object',
  'applet',
  'svg',
  'math',
  'canvas',
  'noscript',
  'template',
  'textarea',
  'select',
]);
/** Elements that separate words. */
const SEPARATES_WORDS = new Set(['p', 'br', 'div', 'li', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Elements that embed another resource; they are replaced by a link to it. */
const EMBEDS = new Set(['iframe', 'embed', 'audio', 'video']);
/** A WordPress block that is rendered on display: the body contains none of its content. */
const DYNAMIC_BLOCK = /^\s*wp:([a-z][\w/-]{0,100})\s[\s\S]*\/$|^\s*wp:([a-z][\w/-]{0,100})\s*\/$/i;

/** Converts the texts of one piece. Runs in a worker: see `HtmlConverter`. */
export function convertHtml({ html, linesAreParagraphs, addresses, galleries, title, description }: HtmlInput): ConvertedHtml {
  const removed = new Map<string, number>();
  const tree = rawParser.runSync(htmlTree(html)) as Root;
  if (galleries) showWordpressShortcodes(tree, galleries);
  const plain: string[] = [];
  const pending: Nodes[] = [tree];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'text') plain.push(node.value);
    if (!('children' in node)) continue;
    const { children } = node as { children: Nodes[] };
    for (const [index, child] of children.entries()) {
      if (child.type === 'comment') noteBlock(child.value, removed);
      if (child.type !== 'element') continue;
      children[index] = linkInsteadOf(child, removed) ?? child;
      replaceAddresses(child, addresses);
      if (isBlockGallery(child)) unwrapList(child);
    }
    if (node.type !== 'element' || (node.tagName !== 'pre' && node.tagName !== 'code')) pending.push(...children.toReversed());
  }
  if (linesAreParagraphs) paragraphsByLines(tree);
  tidyTexts(tree, addresses);
  return {
    markdown: treeWriter.stringify(treeWriter.runSync(tree)),
    title: plainText(title),
    description: plainText(description),
    shortcodes: [...wordpressShortcodes(plain.join('\n'))],
    removed: [...removed],
  };
}

function noteBlock(comment: string, removed: Map<string, number>): void {
  const match = DYNAMIC_BLOCK.exec(comment);
  const name = match?.[1] ?? match?.[2];
  if (name !== undefined) add(removed, `block ${name}`);
}

/** Returns a link that replaces an embedding element; undefined for any other element. */
function linkInsteadOf(element: Element, removed: Map<string, number>): Element | undefined {
  const { tagName } = element;
  if (DROPPED.has(tagName)) add(removed, tagName);
  if (!EMBEDS.has(tagName)) return undefined;
  const address =
    webAddress(element) ?? element.children.flatMap((child) => (child.type === 'element' ? [webAddress(child)] : [])).find(Boolean);
  add(removed, address === undefined ? tagName : `${tagName} (a link stays)`);
  if (address === undefined) return undefined;
  const link: Element = { type: 'element', tagName: 'a', properties: { href: address }, children: [{ type: 'text', value: address }] };
  return { type: 'element', tagName: 'p', properties: {}, children: [link] };
}

function webAddress({ properties }: Element): string | undefined {
  const { src } = properties;
  const url = typeof src === 'string' ? URL.parse(src, 'https://relative.invalid/') : null;
  return url && /^https?:$/.test(url.protocol) && url.hostname !== 'relative.invalid' ? url.href : undefined;
}

/** Whether a list is a gallery of the block editor in WordPress before 5.9. */
function isBlockGallery({ tagName, properties: { className } }: Element): boolean {
  return (
    tagName === 'ul' && Array.isArray(className) && (className.includes('blocks-gallery-grid') || className.includes('wp-block-gallery'))
  );
}

/** Replaces a list and its items by plain containers. */
function unwrapList(list: Element): void {
  list.tagName = 'div';
  for (const item of list.children) if (item.type === 'element' && item.tagName === 'li') item.tagName = 'div';
}

function replaceAddresses({ properties }: Element, addresses: HtmlInput['addresses']): void {
  for (const name of ['src', 'href'] as const) {
    const value = properties[name];
    if (typeof value === 'string' && Object.hasOwn(addresses, value)) properties[name] = addresses[value];
  }
}

/** Returns HTML as one line of text, without tags and entities. */
function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.replaceAll(/\s+/g, ' ').trim();
  const texts: string[] = [];
  const pending: Nodes[] = [rawParser.runSync(htmlTree(html)) as Root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'text') texts.push(node.value);
    else if ('children' in node && !(node.type === 'element' && DROPPED.has(node.tagName))) {
      if (node.type === 'element' && SEPARATES_WORDS.has(node.tagName)) texts.push(' ');
      pending.push(...(node.children as Nodes[]).toReversed());
    }
  }
  return texts.join('').replaceAll(/\s+/g, ' ').trim();
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
