import type { Element, Root } from 'hast';
import { attribute, type Child, childrenOf, declarationsOf, isElement, type Parent, setChildren } from './hast.ts';
import { PICTURE_MARK } from './tidy-markdown.ts';
import type { Work } from './turns.ts';

/** What is never text of a piece: code, controls, what plays or embeds, and the islands of office programs. */
const DROPPED = new Set(
  'audio base button canvas datalist dialog embed frame frameset head iframe input link map math meta noframes noscript object option param script select source style svg template textarea title track video xml xmp'.split(
    ' ',
  ),
);

/** Classes of parts that a page or an office program adds for itself. */
const DROPPED_CLASSES = /(?:^|\s)(?:Apple-interchange-newline|mw-editsection|msoDel|MsoCommentReference|MsoToc\w*|octicon)(?:\s|$)/;

/** Pixels below which a picture only counts its readers. */
const SMALLEST_PICTURE = 4;

/** Removes what a person does not see: comments, code, hidden elements, and pictures that only track. */
export function* dropHidden(root: Root): Work {
  yield* drop(root);
}

function* drop(parent: Parent | Element): Work {
  const kept = (parent.children as Child[]).filter((child) => child.type === 'text' || (isElement(child) && !isDropped(child)));
  setChildren(parent, kept);
  for (const child of kept) {
    if (isElement(child)) yield* drop(child);
    else if (child.type === 'text') child.value = child.value.replaceAll(PICTURE_MARK, '');
  }
  yield;
}

function isDropped(node: Element): boolean {
  const { tagName } = node;
  if (tagName === 'input') return attribute(node, 'type') !== 'checkbox';
  // Word's own elements, such as pictures of its drawing language; `o:p` and those for tags have text of the document.
  if (/^[vwm]:/.test(tagName) || DROPPED.has(tagName)) return true;
  if (DROPPED_CLASSES.test(attribute(node, 'className'))) return true;
  const style = declarationsOf(node);
  if (attribute(node, 'hidden') !== '' || style.get('display') === 'none' || style.get('visibility') === 'hidden') return true;
  if (style.get('mso-hide') === 'all' || /^(?:comment-list|comment)$/.test(style.get('mso-element') ?? '')) return true;
  if (/^0(?:\D|$)(?!\.?[1-9])/.test(style.get('font-size') ?? '') || style.get('opacity') === '0') return true;
  if (tagName === 'br' && style.get('page-break-before') === 'always') return true;
  return tagName === 'img' && isUnseen(node, style);
}

function isUnseen(node: Element, style: ReadonlyMap<string, string>): boolean {
  // The picture of a box that is described by its list item.
  if (attribute(node, 'ariaRoleDescription') === 'checkbox') return true;
  return ['width', 'height'].some((side) => {
    const given = style.get(side) ?? attribute(node, side);
    return given !== '' && /^[\d.]+(?:px)?$/.test(given) && Number.parseFloat(given) < SMALLEST_PICTURE;
  });
}

/** How many levels of elements a tree has; recursion over a deeper one would end the page's stack. */
export function depthOf(root: Root): number {
  let [level, deepest]: [Child[], number] = [root.children, 0];
  while (level.length > 0) {
    deepest += 1;
    level = level.flatMap(childrenOf);
  }
  return deepest;
}
