import { bodySchema } from '@colophon/content/rendering';
import type { Options } from 'rehype-sanitize';
import type { Element, Nodes, Root } from 'hast';

/** The allowed elements of a body, without those that load anything. */
export const textSchema: Options = {
  ...bodySchema,
  tagNames: (bodySchema.tagNames ?? []).filter((name) => name !== 'img' && name !== 'source' && name !== 'picture'),
};

/** Makes external links open in a new tab without access to the page. */
export function openBeside(): (tree: Root) => void {
  return (tree) => {
    const waiting: Nodes[] = [tree];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.type === 'element') openLink(node);
      if ('children' in node) waiting.push(...node.children);
    }
  };
}

function openLink({ tagName, properties }: Element): void {
  const { href } = properties;
  if (tagName !== 'a' || typeof href !== 'string' || href.startsWith('#')) return;
  properties['target'] = '_blank';
  properties['rel'] = ['noopener', 'noreferrer'];
}
