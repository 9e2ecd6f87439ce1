import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';

/** Elements that end a paragraph. */
const BLOCKS = new Set(
  (
    'address article aside blockquote caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'frameset h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main map menu nav noscript object ol p pre script section style summary ' +
    'table tbody td template tfoot th thead tr ul video audio embed'
  ).split(' '),
);
/** Elements whose text consists of paragraphs, like the text as a whole. */
const HOLD_PARAGRAPHS = new Set([
  'article',
  'aside',
  'blockquote',
  'center',
  'details',
  'div',
  'footer',
  'header',
  'main',
  'nav',
  'section',
]);
/** Elements that contain paragraphs only if there is an empty line in them. */
const MAY_HOLD_PARAGRAPHS = new Set(['li', 'td', 'th', 'dd']);
/** Elements in which lines have their own meaning. */
const VERBATIM = new Set(['pre', 'code', 'script', 'style', 'textarea', 'svg', 'math', 'template']);

const EMPTY_LINE = /\n[^\S\n]*\n\s*/;

type Parent = Root | Element;

/**
 * Creates paragraphs at empty lines, and breaks at single line ends, as WordPress does when it displays texts of its
 * classic editor. The tree is walked without recursion, because bodies can be nested arbitrarily deep.
 */
export function paragraphsByLines(tree: Root): void {
  const waiting: Parent[] = [tree];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    const name = parent.type === 'element' ? parent.tagName : '';
    if (VERBATIM.has(name) || name === 'p') continue;
    if (parent.type === 'root' || HOLD_PARAGRAPHS.has(name) || (MAY_HOLD_PARAGRAPHS.has(name) && hasEmptyLine(parent))) {
      (parent as { children: RootContent[] }).children = paragraphsOf(parent.children);
    } else if (MAY_HOLD_PARAGRAPHS.has(name)) {
      breakLines(parent);
    }
    for (const child of parent.children) if (child.type === 'element') waiting.push(child);
  }
}

function hasEmptyLine({ children }: Parent): boolean {
  return children.some((child) => child.type === 'text' && EMPTY_LINE.test(child.value.trim()));
}

function paragraphsOf(children: readonly RootContent[]): RootContent[] {
  const result: RootContent[] = [];
  let run: ElementContent[] = [];
  const flush = (): void => {
    if (run.some((node) => node.type !== 'text' || node.value.trim() !== '')) {
      const paragraph: Element = { type: 'element', tagName: 'p', properties: {}, children: run };
      breakLines(paragraph);
      result.push(paragraph);
    }
    run = [];
  };
  for (const child of children) {
    if (child.type === 'text') {
      child.value.split(EMPTY_LINE).forEach((part, index) => {
        if (index > 0) flush();
        if (part !== '') run.push({ type: 'text', value: part });
      });
    } else if (child.type === 'element' && !BLOCKS.has(child.tagName)) {
      run.push(child);
    } else {
      flush();
      if (child.type === 'element') result.push(child);
    }
  }
  flush();
  return result;
}

/** Adds a break for each line end inside a paragraph, except at its ends or after an existing break. */
function breakLines(paragraph: Parent): void {
  trimEnds(paragraph);
  const waiting: Parent[] = [paragraph];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    const broken: Nodes[] = [];
    for (const child of parent.children) {
      if (child.type === 'text') broken.push(...linesOf(child.value, isBreak(broken.at(-1))));
      else broken.push(child);
      if (child.type === 'element' && !VERBATIM.has(child.tagName) && !BLOCKS.has(child.tagName)) waiting.push(child);
    }
    (parent as { children: Nodes[] }).children = broken;
  }
}

function linesOf(text: string, followsBreak: boolean): ElementContent[] {
  const lines = (followsBreak ? text.replace(/^[^\S\n]*\n/, '') : text).split('\n');
  return lines.flatMap((value, index): ElementContent[] => [
    ...(index === 0 ? [] : [{ type: 'element' as const, tagName: 'br', properties: {}, children: [] }]),
    ...(value === '' ? [] : [{ type: 'text' as const, value }]),
  ]);
}

function trimEnds({ children }: Parent): void {
  const [first, last] = [children[0], children.at(-1)];
  if (first?.type === 'text') first.value = first.value.trimStart();
  if (last?.type === 'text') last.value = last.value.trimEnd();
}

function isBreak(node: Nodes | undefined): boolean {
  return node?.type === 'element' && node.tagName === 'br';
}
