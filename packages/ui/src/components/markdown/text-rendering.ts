import { bodySchema, eachElement } from '@colophon/content/rendering';
import type { Options } from 'rehype-sanitize';
import type { Element, Root, RootContent, Text } from 'hast';

/** The allowed elements of a body, without those that load anything. */
export const textSchema: Options = {
  ...bodySchema,
  tagNames: (bodySchema.tagNames ?? []).filter((name) => name !== 'img' && name !== 'source' && name !== 'picture'),
};

/** Shows the boxes of a list of tasks as characters: they cannot be ticked here, and as controls they would have no name. */
export function showTicks(): (tree: Root) => void {
  return (tree) => {
    tree.children = tree.children.map(ticked);
    eachElement(tree, (element) => {
      element.children = element.children.map(ticked);
    });
  };
}

function ticked<Child extends RootContent>(child: Child): Child | Text {
  if (child.type !== 'element' || child.tagName !== 'input') return child;
  return { type: 'text', value: child.properties['checked'] === true ? '☑' : '☐' };
}

/** Makes external links open in a new tab without access to the page. */
export function openBeside(): (tree: Root) => void {
  return (tree) => eachElement(tree, openLink);
}

/** Leaves URLs that became links by themselves as text; a link with a text of its own remains. */
export function unlinkBare(): (tree: Root) => void {
  return (tree) =>
    eachElement(tree, (element) => {
      const { tagName, properties, children } = element;
      const [only] = children;
      if (tagName !== 'a' || children.length !== 1 || only?.type !== 'text') return;
      const { href } = properties;
      if ([only.value, `http://${only.value}`, `mailto:${only.value}`].some((address) => encoded(address) === encoded(href)))
        Object.assign(element, { tagName: 'span', properties: {} });
    });
}

/** Markdown percent-encodes the address, and not the text. */
function encoded(address: unknown): string {
  try {
    return decodeURI(String(address));
  } catch {
    return String(address);
  }
}

function openLink({ tagName, properties }: Element): void {
  const { href } = properties;
  if (tagName !== 'a' || typeof href !== 'string' || href.startsWith('#')) return;
  properties['target'] = '_blank';
  properties['rel'] = ['noopener', 'noreferrer'];
}
