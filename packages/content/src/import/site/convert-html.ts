import type { Element, Nodes, Root } from 'hast';
import { htmlTree } from '../../rendering/html-renderer.ts';
import { rawParser, treeWriter } from '../../rendering/markdown-writer.ts';
import type { ConvertedHtml, HtmlInput } from './html-conversion.ts';
import { paragraphsByLines } from './paragraphs-by-lines.ts';
import { wordpressShortcodes } from './shortcodes.ts';
import { tidyTexts } from './tidy-texts.ts';
import { showWordpressShortcodes } from './wordpress-shortcodes.ts';

/** What is lost with an element, so that it is reported. */
const LOST = new Set([
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
/** Elements before which a word has ended. */
const ENDS_LINE = new Set(['p', 'br', 'div', 'li', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Elements that show something that stands elsewhere; a link to it stays. */
const SHOWS_ADDRESS = new Set(['iframe', 'embed', 'audio', 'video']);
/** A block of WordPress that is made when a page is shown: nothing of it stands in the body. */
const DYNAMIC_BLOCK = /^\s*wp:([a-z][\w/-]{0,100})\s[\s\S]*\/$|^\s*wp:([a-z][\w/-]{0,100})\s*\/$/i;

/** Converts the texts of one piece. Runs in a worker: see `HtmlConverter`. */
export function convertHtml({ html, linesAreParagraphs, addresses, galleries, title, description }: HtmlInput): ConvertedHtml {
  const removed = new Map<string, number>();
  const tree = rawParser.runSync(htmlTree(html)) as Root;
  if (galleries) showWordpressShortcodes(tree, galleries);
  const plain: string[] = [];
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'text') plain.push(node.value);
    if (!('children' in node)) continue;
    const { children } = node as { children: Nodes[] };
    for (const [index, child] of children.entries()) {
      if (child.type === 'comment') noteBlock(child.value, removed);
      if (child.type !== 'element') continue;
      children[index] = shownElsewhere(child, removed) ?? child;
      replaceAddresses(child, addresses);
      if (isBlockGallery(child)) openList(child);
    }
    if (node.type !== 'element' || (node.tagName !== 'pre' && node.tagName !== 'code')) waiting.push(...children.toReversed());
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
  const found = DYNAMIC_BLOCK.exec(comment);
  const name = found?.[1] ?? found?.[2];
  if (name !== undefined) add(removed, `block ${name}`);
}

/** A link in the place of an element that shows what stands elsewhere; undefined for any other. */
function shownElsewhere(element: Element, removed: Map<string, number>): Element | undefined {
  const { tagName } = element;
  if (LOST.has(tagName)) add(removed, tagName);
  if (!SHOWS_ADDRESS.has(tagName)) return undefined;
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

/** A gallery of the block editor, as WordPress wrote it before version 5.9. */
function isBlockGallery({ tagName, properties: { className } }: Element): boolean {
  return (
    tagName === 'ul' && Array.isArray(className) && (className.includes('blocks-gallery-grid') || className.includes('wp-block-gallery'))
  );
}

/** Makes what stands in the items of a list stand by itself. */
function openList(list: Element): void {
  list.tagName = 'div';
  for (const item of list.children) if (item.type === 'element' && item.tagName === 'li') item.tagName = 'div';
}

function replaceAddresses({ properties }: Element, addresses: HtmlInput['addresses']): void {
  for (const name of ['src', 'href'] as const) {
    const value = properties[name];
    if (typeof value === 'string' && Object.hasOwn(addresses, value)) properties[name] = addresses[value];
  }
}

/** One line of text of what may hold tags and entities. */
function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.replaceAll(/\s+/g, ' ').trim();
  const texts: string[] = [];
  const waiting: Nodes[] = [rawParser.runSync(htmlTree(html)) as Root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'text') texts.push(node.value);
    else if ('children' in node && !(node.type === 'element' && LOST.has(node.tagName))) {
      if (node.type === 'element' && ENDS_LINE.has(node.tagName)) texts.push(' ');
      waiting.push(...(node.children as Nodes[]).toReversed());
    }
  }
  return texts.join('').replaceAll(/\s+/g, ' ').trim();
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
