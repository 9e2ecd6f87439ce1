import type { Root } from 'hast';
import type { Child } from './hast.ts';
import { inTurns, type Work } from './turns.ts';

/** The attributes that the conversion reads, by their names in the tree. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  align: 'align',
  alt: 'alt',
  'aria-checked': 'ariaChecked',
  'aria-level': 'ariaLevel',
  'aria-roledescription': 'ariaRoleDescription',
  'data-aria-level': 'dataAriaLevel',
  'data-style': 'style',
  face: 'face',
  height: 'height',
  href: 'href',
  id: 'id',
  name: 'name',
  role: 'role',
  src: 'src',
  start: 'start',
  title: 'title',
  type: 'type',
  width: 'width',
};

/** Characters of HTML that are read in one turn. */
const TOGETHER = 50_000;

/**
 * Parses the HTML of a clipboard with the browser's own parser, which runs and loads nothing of it; some at a time, with `pause` between, so
 * that the page answers.
 */
export async function treeOfClipboard(html: string, pause?: () => Promise<void>): Promise<Root> {
  const page = document.implementation.createHTMLDocument('');
  page.open();
  for (const part of partsOf(html)) {
    page.write(withoutStyles(withoutHandlers(part)));
    // oxlint-disable-next-line no-await-in-loop -- part by part is the point
    await pause?.();
  }
  page.close();
  return { type: 'root', children: await inTurns(childrenOf(page.body), pause) };
}

/** Parts that begin with a tag, so that none is cut. */
function* partsOf(html: string): Generator<string> {
  for (let from = 0; from < html.length;) {
    const next = html.indexOf('<', from + TOGETHER);
    const to = next === -1 ? html.length : next;
    yield html.slice(from, to);
    from = to;
  }
}

/** Attributes that would run are read under another name: even in a document that is never shown, a strict policy reports each. */
function withoutHandlers(html: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/([\s"'/])on(?=[a-z]+\s*=)/gi, '$1data-on'));
}

/**
 * Even in a document that is never shown, a strict policy of the page reports every style. Attributes are read under another name, and
 * sheets become an element whose content is text.
 */
function withoutStyles(html: string): string {
  return html.replaceAll(/<(\/?)style(?=[\s>/])/gi, '<$1xmp').replaceAll(/(<[a-z][^<>]*?[\s"'])style(\s*=)/gi, '$1data-style$2');
}

function* childrenOf(parent: ParentNode): Work<Child[]> {
  const children: Child[] = [];
  for (const node of parent.childNodes) {
    if (node instanceof Text) children.push({ type: 'text', value: node.data });
    else if (node instanceof Element)
      children.push({
        type: 'element',
        tagName: node.localName,
        properties: propertiesOf(node),
        children: (yield* childrenOf(node)) as never[],
      });
  }
  yield;
  return children;
}

function propertiesOf(node: Element): Record<string, string | number | boolean | string[]> {
  const properties: Record<string, string | number | boolean | string[]> = {};
  for (const { name, value } of node.attributes) {
    const known = ATTRIBUTES[name];
    if (known !== undefined) properties[known] = value;
    else if (name === 'class') properties['className'] = value.split(/\s+/);
    else if (name === 'colspan' || name === 'rowspan')
      properties[name === 'colspan' ? 'colSpan' : 'rowSpan'] = Math.min(Number(value) || 1, 100);
    else if (name === 'hidden' || name === 'checked') properties[name] = true;
  }
  return properties;
}
