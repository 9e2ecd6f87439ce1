import type { Element, ElementContent, Nodes, Root, Text } from 'hast';
import type { Galleries, GalleryPicture } from './html-conversion.ts';

/** The opening or closing tag of a shortcode that encloses content. */
const ENCLOSING = /\[(\/?)(caption|wp_caption|embed)((?:\s[^[\]]{0,5000})?)\]/i;
/** Shortcodes without content: self-contained, or with an immediately following closing tag. */
const STANDALONE = /\[(gallery|audio|video)((?:\s[^[\]]{0,5000})?)\/?\](?:\s*\[\/\1\])?/i;
const ATTRIBUTE = /(?<![\w-])([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/gi;
/** Attributes of `[audio]` and `[video]` that contain the URL of the file. */
const MEDIA = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', 'flac'];

/** Elements in which shortcodes are literal text. */
const VERBATIM = new Set(['code', 'pre', 'textarea']);

type Parent = Root | Element;

/**
 * Replaces the built-in shortcodes of WordPress by what they show: a caption by a figure, a gallery by its pictures, embeds,
 * audio and video by a link. Shortcodes in code, escaped as `[[gallery]]`, or without anything to show are kept as text.
 */
export function showWordpressShortcodes(tree: Root, galleries: Galleries): void {
  const visited: Parent[] = [];
  const waiting: Parent[] = [tree];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    if (parent.type === 'element' && VERBATIM.has(parent.tagName)) continue;
    visited.push(parent);
    if (parent.children.some((child) => child.type === 'text' && child.value.includes('['))) {
      setChildren(parent, replaceStandalone(replaceEnclosing(parent.children as Nodes[]), galleries));
    }
    for (const child of parent.children) if (child.type === 'element') waiting.push(child);
  }
  for (const parent of visited) liftFigures(parent);
}

function setChildren(parent: Parent, children: readonly Nodes[]): void {
  (parent as { children: Nodes[] }).children = [...children];
}

/** Replaces enclosing shortcodes whose opening and closing tags are among the same children. */
function replaceEnclosing(children: readonly Nodes[]): Nodes[] {
  const result: Nodes[] = [];
  const nodes = [...children];
  for (let at = 0; at < nodes.length;) {
    const node = nodes[at] as Nodes;
    const match = node.type === 'text' ? ENCLOSING.exec(node.value) : null;
    if (node.type !== 'text' || !match) {
      result.push(node);
      at += 1;
      continue;
    }
    const [shortcode, closing = '', name = '', attributes = ''] = match;
    const before = node.value.slice(0, match.index);
    const after = text(node.value.slice(match.index + shortcode.length));
    nodes[at] = after;
    const isOpening = closing === '' && !before.endsWith('[');
    const end = isOpening ? endOf(nodes, at, name.toLowerCase()) : undefined;
    const replacement = end && enclosingReplacement(name.toLowerCase(), attributesOf(attributes), end.inside);
    if (end && replacement) {
      result.push(...textsOf(before), replacement);
      at = end.at;
      nodes[at] = text(end.following);
    } else {
      result.push(text(before + shortcode));
    }
  }
  return result;
}

/** Returns the nodes before the closing tag, and its index; undefined if another shortcode comes first. */
function endOf(nodes: readonly Nodes[], start: number, name: string): { inside: Nodes[]; at: number; following: string } | undefined {
  for (let at = start; at < nodes.length; at += 1) {
    const node = nodes[at] as Nodes;
    const match = node.type === 'text' ? ENCLOSING.exec(node.value) : null;
    if (node.type !== 'text' || !match) continue;
    if (match[1] !== '/' || match[2]?.toLowerCase() !== name) return undefined;
    const inside = [...nodes.slice(start, at), ...textsOf(node.value.slice(0, match.index))];
    return { inside, at, following: node.value.slice(match.index + match[0].length) };
  }
  return undefined;
}

function enclosingReplacement(name: string, attributes: ReadonlyMap<string, string>, inside: readonly Nodes[]): Element | undefined {
  if (name === 'embed') return linkTo(plainText(inside).trim() || attributes.get('src'));
  const at = inside.findIndex((node) => node.type !== 'text' || node.value.trim() !== '');
  const picture = inside[at];
  if (picture?.type !== 'element' || !containsPicture(picture)) return undefined;
  const captionAttribute = attributes.get('caption') ?? '';
  const caption = captionAttribute === '' ? inside.slice(at + 1) : [text(captionAttribute)];
  return figure(picture, caption as ElementContent[]);
}

function replaceStandalone(children: readonly Nodes[], galleries: Galleries): Nodes[] {
  const result: Nodes[] = [];
  for (const child of children) {
    let remaining = child.type === 'text' ? child.value : '';
    if (child.type !== 'text') result.push(child);
    while (remaining !== '') {
      const match = STANDALONE.exec(remaining);
      if (!match) {
        result.push(text(remaining));
        break;
      }
      const [shortcode, name = '', attributes = ''] = match;
      const before = remaining.slice(0, match.index);
      const isEscaped = before.endsWith('[');
      const replacement = isEscaped ? [] : standaloneReplacement(name.toLowerCase(), attributes, galleries);
      result.push(...(replacement.length > 0 ? [...textsOf(before), ...replacement] : [text(before + shortcode)]));
      remaining = remaining.slice(match.index + shortcode.length);
    }
  }
  return result;
}

function standaloneReplacement(name: string, attributes: string, galleries: Galleries): Element[] {
  if (name === 'gallery') {
    const key = galleryKey(attributes);
    return (Object.hasOwn(galleries, key) ? (galleries[key] ?? []) : []).map(figureOf);
  }
  const values = attributesOf(attributes);
  const link = linkTo(MEDIA.map((name) => values.get(name)).find((name) => name !== undefined));
  return link ? [link] : [];
}

function figureOf({ src, alt, caption }: GalleryPicture): Element {
  return figure(element('img', { src, alt }), caption === '' ? [] : [text(caption)]);
}

function figure(picture: Element, caption: readonly ElementContent[]): Element {
  const hasCaption = plainText(caption).trim() !== '';
  return element('figure', {}, [picture, ...(hasCaption ? [element('figcaption', {}, [...caption])] : [])]);
}

/** Moves figures out of paragraphs, which are split around them. */
function liftFigures(parent: Parent): void {
  setChildren(
    parent,
    (parent.children as Nodes[]).flatMap((child): Nodes[] => {
      if (child.type !== 'element' || child.tagName !== 'p' || !child.children.some(isFigure)) return [child];
      const parts: Element[] = [];
      for (const each of child.children) {
        if (isFigure(each)) parts.push(each);
        else if (parts.at(-1)?.tagName === 'p') parts.at(-1)?.children.push(each);
        else parts.push(element('p', child.properties, [each]));
      }
      return parts;
    }),
  );
}

function isFigure(node: Nodes): node is Element {
  return node.type === 'element' && node.tagName === 'figure';
}

/** Returns the key of a gallery in `Galleries`: the attributes that determine its pictures. */
export function galleryKey(attributes: string): string {
  const values = attributesOf(attributes);
  return JSON.stringify(['ids', 'include', 'exclude', 'id'].map((name) => values.get(name) ?? ''));
}

/** Returns the attributes of a shortcode, by lower-case name. */
export function attributesOf(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [name.toLowerCase(), double ?? single ?? bare ?? '']),
  );
}

function containsPicture({ tagName, children }: Element): boolean {
  return tagName === 'img' || children.some((child) => child.type === 'element' && containsPicture(child));
}

function linkTo(address: string | undefined): Element | undefined {
  const url = address === undefined ? null : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? element('a', { href: url.href }, [text(url.href)]) : undefined;
}

function plainText(nodes: readonly Nodes[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.value : 'children' in node ? plainText(node.children as Nodes[]) : '')).join('');
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children };
}

function text(value: string): Text {
  return { type: 'text', value };
}

function textsOf(value: string): Text[] {
  return value === '' ? [] : [text(value)];
}
