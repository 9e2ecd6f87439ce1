import type { Element, ElementContent, Nodes, Root, Text } from 'hast';
import type { Galleries, GalleryPicture } from './html-conversion.ts';

/** The opening or closing one of those that stand around something. */
const ENCLOSING = /\[(\/?)(caption|wp_caption|embed)((?:\s[^[\]]{0,5000})?)\]/i;
/** Shortcodes that stand alone, or whose closing one follows at once. */
const ALONE = /\[(gallery|audio|video)((?:\s[^[\]]{0,5000})?)\/?\](?:\s*\[\/\1\])?/i;
const ATTRIBUTE = /(?<![\w-])([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/gi;
/** Attributes of `[audio]` and `[video]` that name their file. */
const MEDIA = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', 'flac'];

/** In these a shortcode is shown as it is written. */
const VERBATIM = new Set(['code', 'pre', 'textarea']);

type Parent = Root | Element;

/**
 * Turns the shortcodes of WordPress' own into what they show: a caption into a figure, a gallery into its pictures, embedded
 * things, audio and video into a link. What is written as code, escaped as `[[gallery]]`, or says nothing that can be shown
 * stays text.
 */
export function showWordpressShortcodes(tree: Root, galleries: Galleries): void {
  const visited: Parent[] = [];
  const waiting: Parent[] = [tree];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    if (parent.type === 'element' && VERBATIM.has(parent.tagName)) continue;
    visited.push(parent);
    if (parent.children.some((child) => child.type === 'text' && child.value.includes('['))) {
      setChildren(parent, standingAlone(enclosing(parent.children as Nodes[]), galleries));
    }
    for (const child of parent.children) if (child.type === 'element') waiting.push(child);
  }
  for (const parent of visited) liftFigures(parent);
}

function setChildren(parent: Parent, children: readonly Nodes[]): void {
  (parent as { children: Nodes[] }).children = [...children];
}

/** Turns what stands between an opening shortcode and its closing one among the same children. */
function enclosing(children: readonly Nodes[]): Nodes[] {
  const made: Nodes[] = [];
  const nodes = [...children];
  for (let at = 0; at < nodes.length;) {
    const node = nodes[at] as Nodes;
    const found = node.type === 'text' ? ENCLOSING.exec(node.value) : null;
    if (node.type !== 'text' || !found) {
      made.push(node);
      at += 1;
      continue;
    }
    const [whole, closing = '', name = '', attributes = ''] = found;
    const before = node.value.slice(0, found.index);
    const after = text(node.value.slice(found.index + whole.length));
    nodes[at] = after;
    const isOpening = closing === '' && !before.endsWith('[');
    const end = isOpening ? endOf(nodes, at, name.toLowerCase()) : undefined;
    const shown = end && shownEnclosing(name.toLowerCase(), attributesOf(attributes), end.inside);
    if (end && shown) {
      made.push(...textsOf(before), shown);
      at = end.at;
      nodes[at] = text(end.following);
    } else {
      made.push(text(before + whole));
    }
  }
  return made;
}

/** What stands before the closing shortcode, and where that is; undefined when another one comes first. */
function endOf(nodes: readonly Nodes[], start: number, name: string): { inside: Nodes[]; at: number; following: string } | undefined {
  for (let at = start; at < nodes.length; at += 1) {
    const node = nodes[at] as Nodes;
    const found = node.type === 'text' ? ENCLOSING.exec(node.value) : null;
    if (node.type !== 'text' || !found) continue;
    if (found[1] !== '/' || found[2]?.toLowerCase() !== name) return undefined;
    const inside = [...nodes.slice(start, at), ...textsOf(node.value.slice(0, found.index))];
    return { inside, at, following: node.value.slice(found.index + found[0].length) };
  }
  return undefined;
}

function shownEnclosing(name: string, attributes: ReadonlyMap<string, string>, inside: readonly Nodes[]): Element | undefined {
  if (name === 'embed') return linkTo(plainText(inside).trim() || attributes.get('src'));
  const at = inside.findIndex((node) => node.type !== 'text' || node.value.trim() !== '');
  const picture = inside[at];
  if (picture?.type !== 'element' || !holdsPicture(picture)) return undefined;
  const given = attributes.get('caption') ?? '';
  const caption = given === '' ? inside.slice(at + 1) : [text(given)];
  return figure(picture, caption as ElementContent[]);
}

function standingAlone(children: readonly Nodes[], galleries: Galleries): Nodes[] {
  const made: Nodes[] = [];
  for (const child of children) {
    let rest = child.type === 'text' ? child.value : '';
    if (child.type !== 'text') made.push(child);
    while (rest !== '') {
      const found = ALONE.exec(rest);
      if (!found) {
        made.push(text(rest));
        break;
      }
      const [whole, name = '', attributes = ''] = found;
      const before = rest.slice(0, found.index);
      const isEscaped = before.endsWith('[');
      const shown = isEscaped ? [] : shownAlone(name.toLowerCase(), attributes, galleries);
      made.push(...(shown.length > 0 ? [...textsOf(before), ...shown] : [text(before + whole)]));
      rest = rest.slice(found.index + whole.length);
    }
  }
  return made;
}

function shownAlone(name: string, attributes: string, galleries: Galleries): Element[] {
  if (name === 'gallery') {
    const key = galleryKey(attributes);
    return (Object.hasOwn(galleries, key) ? (galleries[key] ?? []) : []).map(figureOf);
  }
  const given = attributesOf(attributes);
  const link = linkTo(MEDIA.map((each) => given.get(each)).find((each) => each !== undefined));
  return link ? [link] : [];
}

function figureOf({ src, alt, caption }: GalleryPicture): Element {
  return figure(element('img', { src, alt }), caption === '' ? [] : [text(caption)]);
}

function figure(picture: Element, caption: readonly ElementContent[]): Element {
  const hasCaption = plainText(caption).trim() !== '';
  return element('figure', {}, [picture, ...(hasCaption ? [element('figcaption', {}, [...caption])] : [])]);
}

/** A figure in a paragraph ends it: a paragraph of its own follows. */
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

/** Under which the pictures of a gallery are given: its attributes, as they decide what it shows. */
export function galleryKey(attributes: string): string {
  const given = attributesOf(attributes);
  return JSON.stringify(['ids', 'include', 'exclude', 'id'].map((name) => given.get(name) ?? ''));
}

/** The attributes of a shortcode, by their names in lower case. */
export function attributesOf(written: string): Map<string, string> {
  return new Map(
    [...written.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [name.toLowerCase(), double ?? single ?? bare ?? '']),
  );
}

function holdsPicture({ tagName, children }: Element): boolean {
  return tagName === 'img' || children.some((child) => child.type === 'element' && holdsPicture(child));
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
