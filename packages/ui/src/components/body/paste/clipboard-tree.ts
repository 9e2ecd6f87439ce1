import type { Root } from 'hast';
import type { Child } from './hast.ts';

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

/**
 * Parses the HTML of a clipboard with the browser's own parser, which runs and loads nothing of it and reads a megabyte within a frame.
 */
export function treeOfClipboard(html: string): Root {
  const { body } = new DOMParser().parseFromString(withoutStyles(withoutHandlers(html)), 'text/html');
  return { type: 'root', children: childrenOf(body) };
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

function childrenOf(parent: ParentNode): Child[] {
  const children: Child[] = [];
  for (const node of parent.childNodes) {
    if (node instanceof Text) children.push({ type: 'text', value: node.data });
    else if (node instanceof Element)
      children.push({
        type: 'element',
        tagName: node.localName,
        properties: propertiesOf(node),
        children: childrenOf(node) as never[],
      });
  }
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
