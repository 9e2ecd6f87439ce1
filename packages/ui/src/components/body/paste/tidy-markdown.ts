import type { BlockContent, Link, ListItem, Paragraph, PhrasingContent, Root, RootContent, Text } from 'mdast';
import { safeLinkAddress } from '../../../state/text/safe-address.ts';

/** The pictures of a text. */
export interface FoundPictures {
  /** The data addresses of pictures that came with the text; the Markdown has `PICTURE_MARK` in their places. */
  readonly inside: string[];
  /** How many pictures could not be taken, since only the program or person that copied them can read them. */
  leftOut: number;
}

/** The place of a picture that came with the text: Unicode's own character for an object, which is removed from texts before. */
export const PICTURE_MARK = '\uFFFC';

/** Removes what is unsafe or meaningless, and writes lists, links and breaks as people type them. */
export function tidyMarkdown(tree: Root, pictures: FoundPictures): void {
  const tidy = (node: { children: RootContent[] }, isCell: boolean): void => {
    const children = node.children.flatMap((child): RootContent[] => {
      if ('children' in child) tidy(child as { children: RootContent[] }, isCell || child.type === 'tableCell');
      return tidied(child, { pictures, isCell });
    });
    node.children = children;
  };
  tidy(tree, false);
}

interface Around {
  readonly pictures: FoundPictures;
  readonly isCell: boolean;
}

function tidied(node: RootContent, around: Around): RootContent[] {
  if (node.type === 'html') return [];
  if (node.type === 'break') return [around.isCell ? { type: 'html', value: '<br>' } : node];
  if (node.type === 'text') return linked(node);
  if (node.type === 'link') return tidyLink(node);
  if (node.type === 'image') return tidyPicture(node, around.pictures);
  if (node.type === 'heading') return isEmpty(node.children) ? [] : [{ ...node, children: node.children.map(unbroken) }];
  if (node.type === 'paragraph') return paragraphs(node);
  if (node.type === 'list') {
    const children = node.children.filter(({ children: content, checked }) => content.length > 0 || typeof checked === 'boolean');
    for (const item of children) item.spread = isSpread(item);
    return children.length === 0 ? [] : [{ ...node, children, spread: children.some(({ spread }) => spread === true) }];
  }
  if (node.type === 'blockquote' && node.children.length === 0) return [];
  return [node];
}

function isSpread({ children }: ListItem): boolean {
  return children.filter(({ type }) => type !== 'list').length > 1;
}

function isEmpty(children: readonly PhrasingContent[]): boolean {
  return children.every((child) => child.type === 'break' || (child.type === 'text' && child.value.trim() === ''));
}

function unbroken(node: PhrasingContent): PhrasingContent {
  return node.type === 'break' ? { type: 'text', value: ' ' } : node;
}

/** Two breaks one after another end a paragraph. */
function paragraphs({ children }: Paragraph): BlockContent[] {
  const parts: PhrasingContent[][] = [[]];
  let breaks: PhrasingContent[] = [];
  for (const child of children) {
    if (child.type === 'break') breaks.push(child);
    else if (breaks.length > 0 && child.type === 'text' && child.value.trim() === '') continue;
    else {
      if (breaks.length > 1) parts.push([]);
      else if (breaks.length === 1 && (parts.at(-1)?.length ?? 0) > 0) parts.at(-1)?.push({ type: 'break' });
      const isFirst = breaks.length > 0 && child.type === 'text';
      parts.at(-1)?.push(isFirst ? { ...child, value: child.value.trimStart() } : child);
      breaks = [];
    }
  }
  return parts.filter((part) => !isEmpty(part)).map((part) => ({ type: 'paragraph', children: trimmed(part) }));
}

function trimmed(children: PhrasingContent[]): PhrasingContent[] {
  const [first, last] = [children[0], children.at(-1)];
  if (first?.type === 'text') first.value = first.value.trimStart();
  if (last?.type === 'text') last.value = last.value.trimEnd();
  return children.filter((child) => child.type !== 'text' || child.value !== '');
}

/** Services through which programs send every link, with the parameter that has the address. */
const REDIRECTS: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/www\.google\.[a-z.]+\/url\?/i, 'q'],
  [/^https?:\/\/[a-z0-9.-]+\.safelinks\.protection\.outlook\.com\//i, 'url'],
];

function tidyLink(node: Link): RootContent[] {
  const address = safeLinkAddress(direct(node.url));
  // A fragment leads to a place of the page that was copied.
  if (address === null || address.startsWith('#') || /^(?:about|file):/i.test(node.url)) return node.children;
  const isBlank = node.children.every((child) => child.type === 'text' && child.value.trim() === '');
  return isBlank ? node.children : [{ type: 'link', url: address, children: node.children }];
}

function direct(address: string): string {
  const parameter = REDIRECTS.find(([service]) => service.test(address))?.[1];
  return (parameter !== undefined && URL.canParse(address) && new URL(address).searchParams.get(parameter)) || address;
}

const BITMAP = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;
/** Addresses that are signed for the person who copied, or stop working soon. */
const PRIVATE = /googleusercontent\.com\/docs|[?&](?:X-Amz-Signature|Signature|sig|token)=/i;

function tidyPicture(node: { readonly url: string; readonly alt?: string | null | undefined }, pictures: FoundPictures): RootContent[] {
  const alt = (node.alt ?? '').replaceAll(PICTURE_MARK, '').trim();
  // A picture of an emoji is the emoji.
  if (/^\p{Extended_Pictographic}/u.test(alt) && alt.length <= 10) return [{ type: 'text', value: alt }];
  if (BITMAP.test(node.url)) {
    pictures.inside.push(node.url);
    return [{ type: 'text', value: PICTURE_MARK }];
  }
  if (/^https?:\/\//i.test(node.url) && URL.canParse(node.url) && !PRIVATE.test(node.url)) return [{ type: 'image', url: node.url, alt }];
  pictures.leftOut += 1;
  return alt === '' ? [] : [{ type: 'text', value: alt }];
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g;

/** Addresses in a text become links, so that nothing in them is escaped. */
function linked({ value }: Text): (Link | Text)[] {
  if (!/\bhttps?:\/\//.test(value)) return [{ type: 'text', value }];
  const parts: (Link | Text)[] = [];
  let from = 0;
  for (const { 0: url, index } of value.matchAll(ADDRESS)) {
    if (index > from) parts.push({ type: 'text', value: value.slice(from, index) });
    parts.push({ type: 'link', url, children: [{ type: 'text', value: url }] });
    from = index + url.length;
  }
  if (from < value.length) parts.push({ type: 'text', value: value.slice(from) });
  return parts;
}
